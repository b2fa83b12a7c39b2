// Package scaffold makes the files of a new problem in a checkout, all or none, and never changes existing files.
//
//	spec := scaffold.Spec{Name: "poj1000", Title: "A+B Problem", Time: time.Second, Memory: 10 << 20,
//		Skeleton: scaffold.Empty(template)}
//	files, err := spec.Make(roots)
//
// The package reads no problems and judges nothing.
package scaffold

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// Spec describes a new problem.
type Spec struct {
	Name       string              // lowercase letters and digits
	Title      string              // as people write it; if "", Name is used
	Source     string              // where the problem comes from, in words; "" if unknown
	URL        string              // of the problem's page; "" if unknown
	Judge      problem.OnlineJudge // the zero value if judges.yaml does not list the problem's judge
	ID         string              // the problem's id on that judge; "" if unknown
	Time       time.Duration       // whole milliseconds
	Memory     int64               // bytes; problem.yaml gets whole MiB
	Unverified []string            // the keys of guessed limits: time_limit, memory
	Type       string              // one of Types; "" for pass-fail
	Skeleton   []whole.File        // from the function Skeleton or Empty
}

var nameForm = regexp.MustCompile(`^[a-z0-9]+$`)

// CheckName returns an error if a problem cannot have this name. The error suggests a better name.
func CheckName(name string) error {
	if len(name) <= 60 && nameForm.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q: the name of a problem has lowercase letters and digits only, 60 at most, such as %s; for "+
		"a title with other characters, use --title", name, cmp.Or(SafeName(name), "sum"))
}

// SafeName turns a text into a problem's name, in lower case, without the characters that such a name may not have.
func SafeName(text string) string {
	var name strings.Builder
	for _, r := range strings.ToLower(text) {
		if (r >= 'a' && r <= 'z' || r >= '0' && r <= '9') && name.Len() < 60 {
			name.WriteRune(r)
		}
	}
	return name.String()
}

// Make writes the problem's files into the trees of a checkout and returns their paths. If a file cannot be written,
// or if the problem's name is taken, Make leaves no new file behind.
func (s Spec) Make(roots problem.Roots) (paths []string, err error) {
	if err := CheckName(s.Name); err != nil {
		return nil, err
	}
	trees := []struct {
		root  string
		files []whole.File
	}{ // The folder in problems/ comes last, so that nobody sees an incomplete problem.
		{roots.Solutions, below("solution", s.Skeleton)}, {roots.Testdata, below("tests", s.Skeleton)},
		{roots.Problems, append(s.metadata(), below("problem", s.Skeleton)...)},
	}
	for _, tree := range trees {
		if err := whole.Free(filepath.Join(tree.root, s.Name)); err != nil {
			return nil, err
		}
	}
	var made []string
	defer func() {
		if err == nil {
			return
		}
		for _, folder := range made {
			os.RemoveAll(folder)
		}
		removeFiles(roots, paths)
	}()
	if paths, err = writeSchemas(roots); err != nil {
		return paths, err
	}
	for _, tree := range trees {
		folder := filepath.Join(tree.root, s.Name)
		if err := whole.MakeFolder(folder, tree.files); err != nil {
			return paths, err
		}
		made = append(made, folder)
		for _, f := range tree.files {
			paths = append(paths, filepath.Join(folder, f.Path))
		}
	}
	slices.Sort(paths)
	return paths, nil
}

// Remove deletes the files that Make has written, and the problem's folders with all that was added since.
func (s Spec) Remove(roots problem.Roots, paths []string) error {
	removeFiles(roots, paths)
	var errs []error
	// The folder in problems/ comes first, so that nobody sees an incomplete problem.
	for _, root := range []string{roots.Problems, roots.Testdata, roots.Solutions} {
		errs = append(errs, os.RemoveAll(filepath.Join(root, s.Name)))
	}
	return errors.Join(errs...)
}

// metadata returns problem.yaml and, for a problem of an online judge, judge.yaml.
func (s Spec) metadata() []whole.File {
	var text strings.Builder
	text.WriteString(schemaLine("..", "problem.yaml"))
	fmt.Fprintf(&text, "problem_format_version: 2025-09\ntype: %s\n", cmp.Or(s.Type, "pass-fail"))
	fmt.Fprintf(&text, "name: %s\nuuid: %s\n", quote(cmp.Or(Legible(s.Title), s.Name)), newUUID())
	if s.Source != "" {
		fmt.Fprintf(&text, "source:\n  name: %s\n", quote(s.Source))
		if s.URL != "" {
			fmt.Fprintf(&text, "  url: %s\n", quote(s.URL))
		}
	}
	text.WriteString("license: unknown\nlimits:\n")
	milliseconds := max(s.Time.Milliseconds(), 1)
	fmt.Fprintf(&text, "  time_limit: %s\n", seconds(milliseconds))
	if step := resolution(milliseconds); step != 1000 {
		fmt.Fprintf(&text, "  time_resolution: %s\n", seconds(step))
	}
	fmt.Fprintf(&text, "  memory: %d\n", max(s.Memory>>20, 1))
	files := []whole.File{{Path: "problem.yaml", Text: text.String()}}
	if s.Judge.Key == "" {
		return files
	}
	text.Reset()
	text.WriteString(schemaLine("..", "judge.yaml"))
	fmt.Fprintf(&text, "judge: %s\n", s.Judge.Key)
	if s.ID != "" {
		fmt.Fprintf(&text, "id: %s\n", quote(s.ID))
	}
	if s.URL != "" {
		fmt.Fprintf(&text, "url: %s\n", quote(s.URL))
	}
	if len(s.Unverified) > 0 {
		fmt.Fprintf(&text, "unverified: [%s]\n", strings.Join(s.Unverified, ", "))
	}
	return append(files, whole.File{Path: "judge.yaml", Text: text.String()})
}

// maxText is the maximum length of a legible text, in characters.
const maxText = 200

// Legible returns text as one line of printable characters, at most maxText of them.
func Legible(text string) string {
	words := strings.FieldsFunc(strings.ToValidUTF8(text, " "), func(r rune) bool {
		return !unicode.IsPrint(r) || unicode.IsSpace(r)
	})
	letters := []rune(strings.Join(words, " "))
	return strings.TrimSpace(string(letters[:min(len(letters), maxText)]))
}

// quote returns text as a YAML string. Of the printable characters, only " and \ need an escape.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(Legible(text)) + `"`
}

// seconds formats milliseconds as seconds: 1, 1.5, 0.132.
func seconds(milliseconds int64) string {
	return strconv.FormatFloat(float64(milliseconds)/1000, 'f', -1, 64)
}

// resolution returns the largest of 1000, 500, 100, 10 and 1 ms that divides a time limit.
func resolution(milliseconds int64) int64 {
	for _, step := range []int64{1000, 500, 100, 10} {
		if milliseconds%step == 0 {
			return step
		}
	}
	return 1
}

// newUUID returns a random UUID, version 4 of RFC 9562.
func newUUID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// OfJudge fills in what is known about a problem of an online judge. If the user did not set the flag of a limit,
// OfJudge marks this limit as unverified.
func (spec *Spec) OfJudge(roots problem.Roots, key string, given func(flag string) bool) error {
	judges, err := problem.Judges(roots)
	if err != nil {
		return err
	}
	judge, ok := judges[key]
	if !ok {
		return fmt.Errorf("--judge %s: not in %s%s", key, filepath.Join(roots.Problems, "judges.yaml"),
			strictyaml.Instead(key, slices.Sorted(maps.Keys(judges))))
	}
	spec.Judge, spec.URL = judge, judge.PageOf(spec.ID)
	spec.Source = strings.TrimSpace(judge.Name + " " + spec.ID)
	if !given("time-limit") {
		spec.Unverified = append(spec.Unverified, "time_limit")
	}
	if !given("memory") {
		spec.Unverified = append(spec.Unverified, "memory")
	}
	return nil
}
