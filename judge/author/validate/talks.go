package validate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// talks checks what an interactive or multi-pass problem has in place of outputs: a program to talk with, and files
// that show its samples. Its answer files may hold anything that this program reads.
func (r *Report) talks(ctx context.Context, cache *compile.Cache, p *problem.Problem) error {
	r.Unknown = true
	r.Skipped = append(r.Skipped, "the answers: the output validator of a problem in which it talks may want "+
		"anything in them; judge run has it talk with the solutions")
	for _, source := range p.Deciding() {
		if _, err := r.build(ctx, cache, source); err != nil {
			return err
		}
	}
	for _, folder := range []string{problem.InvalidOutput, problem.ValidOutput} {
		if dir := filepath.Join(p.DataDir, folder); isThere(dir) {
			r.find(dir, "not used: outputs are not checked alone in an interactive or multi-pass problem; remove it")
		}
	}
	for _, t := range p.Tests {
		if t.Interaction != "" {
			r.interaction(t)
		}
	}
	return nil
}

// interaction checks the file that shows a sample, and which files are beside it.
func (r *Report) interaction(t problem.Test) {
	if !strings.HasPrefix(t.Name, "sample/") {
		r.find(t.Interaction, "only samples are shown; remove it, or move the test to sample")
		return
	}
	if _, err := problem.ReadInteraction(t.Interaction); err != nil {
		for line := range strings.Lines(err.Error()) {
			place, message := cutPlace(strings.TrimSpace(line), t.Interaction)
			r.find(place, "%s", message)
		}
	}
	base := strings.TrimSuffix(t.Interaction, ".interaction")
	for _, extension := range []string{".in.download", ".ans.download"} {
		if !isThere(base + extension) {
			r.find(t.Interaction, "no %s beside it, which the format demands; write what may be downloaded, or "+
				"remove it", filepath.Base(base+extension))
		}
	}
	for _, extension := range []string{".in.statement", ".ans.statement", ".out"} {
		if isThere(base + extension) {
			r.find(base+extension, "the sample is shown by %s already; remove one", filepath.Base(t.Interaction))
		}
	}
}

// cutPlace cuts the place from an error about a file.
func cutPlace(text, file string) (place, message string) {
	rest, ok := strings.CutPrefix(text, file)
	if !ok {
		return file, text
	}
	line, message, _ := strings.Cut(strings.TrimPrefix(rest, ":"), ": ")
	return fmt.Sprintf("%s:%s", file, line), message
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
