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

// tellGitHub marks what is unexpected in the files of the commit, and appends to the summary of the job.
func tellGitHub(stderr io.Writer, results grade.Results) error {
	root, err := filepath.Abs(cmp.Or(os.Getenv("GITHUB_WORKSPACE"), "."))
	if err != nil {
		return err
	}
	results.Submissions = slices.Clone(results.Submissions)
	for i, s := range results.Submissions {
		path, err := filepath.Abs(s.Source)
		if _, missing := os.Stat(path); s.Source == "" || err != nil || missing != nil { // such as one in an archive
			path = ""
		}
		results.Submissions[i].Source = path
	}
	if err := report.Annotations(terminal.Commands(stderr), results, root); err != nil {
		return err
	}
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
