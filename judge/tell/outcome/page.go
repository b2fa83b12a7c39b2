package outcome

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/tell/page"
)

// AddPage adds the flag --html.
func (r *Reports) AddPage(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.HTML, "html", "", "also write the results as a page to `FILE`, for a browser")
}

func (r Reports) checkPage() error {
	switch {
	case r.HTML == "-":
		return errors.New("--html -: standard output is for the rows, or for --json -; name a file")
	case r.HTML != "" && (samePath(r.HTML, r.JSON) || samePath(r.HTML, r.JUnit)):
		return fmt.Errorf("--html and another flag: both name %s; name two files", r.HTML)
	}
	return Writable("--html", r.HTML)
}

func samePath(a, b string) bool { return b != "" && filepath.Clean(a) == filepath.Clean(b) }

// WritePage writes the page that --html names, if one is wanted. The results name the inputs of their tests, whose
// beginnings input reads. If there is too much for a page, the user can judge less; any other failure is the judge's.
func (r Reports) WritePage(results grade.Results, input func(path string) string) error {
	if r.HTML == "" {
		return nil
	}
	shown := page.Page{Results: results, Input: input, Of: r.judged(), Date: time.Now()}
	err := whole.Write(r.HTML, func(w io.Writer) error { return shown.Write(w) })
	var size *page.SizeError
	if err == nil || errors.As(err, &size) {
		return err
	}
	return exit.Failed(err)
}

// judged is the name of the folder of the checkout or of the package, for people.
func (r Reports) judged() string {
	folder := r.Package
	if roots, err := pick.FindTree(); folder == "" && err == nil {
		folder = filepath.Dir(roots.Problems)
	}
	path, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	return filepath.Base(path)
}
