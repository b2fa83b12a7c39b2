package outcome

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// tellGitHub marks what is unexpected in the files of the commit, and appends to the summary of the job. It writes
// nothing where GitHub Actions does not run this program.
func tellGitHub(stderr io.Writer, results grade.Results) error {
	if os.Getenv("GITHUB_ACTIONS") != "true" {
		return nil
	}
	root, err := filepath.Abs(cmp.Or(os.Getenv("GITHUB_WORKSPACE"), "."))
	if err != nil {
		return err
	}
	results.Submissions = slices.Clone(results.Submissions)
	for i := range results.Submissions {
		source := &results.Submissions[i].Source
		*source = onDisk(*source)
	}
	return errors.Join(report.Annotations(terminal.Commands(stderr), results, root), summary(results))
}

// onDisk is the absolute path of a source, "" if there is no such file, as for one in an archive.
func onDisk(source string) string {
	path, err := filepath.Abs(source)
	if _, missing := os.Stat(path); source == "" || err != nil || missing != nil {
		return ""
	}
	return path
}

// summary appends the results to the summary of the job, if there is one.
func summary(results grade.Results) error {
	path := os.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(report.Markdown(file, results), file.Close())
}
