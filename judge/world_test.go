package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
)

// TestWorld judges packages in the shapes that those of the world have. Each file of testdata/world is one: its comment
// says which shape, its last file what judge run must say, written down from the formats' texts and not from what the
// judge says: the exit status, a row for each submission, and in any order what is said on standard error. In a line,
// … stands for any words; by itself it stands for any lines on standard error. A row may leave out the score. Before
// the run:
//
//	make.sh     is run by sh beside the package's folder: links, empty folders, modes, copies of files in $TESTDATA
//	arguments   are further arguments of judge run
func TestWorld(t *testing.T) {
	files, err := filepath.Glob("testdata/world/*.txtar")
	judgetest.Check(t, err)
	packages, rows, asStated := 0, 0, 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(inShort, name) {
				judgetest.Long(t, "it builds and runs many programs")
			}
			story := txtar.Parse([]byte(judgetest.Read(t, file)))
			last := &story.Files[len(story.Files)-1]
			dir := t.TempDir()
			var arguments []string
			script := ""
			for _, f := range story.Files[:len(story.Files)-1] {
				switch f.Name {
				case "make.sh":
					script = string(f.Data)
				case "arguments":
					arguments = strings.Fields(string(f.Data))
				default:
					judgetest.Write(t, filepath.Join(dir, f.Name), string(f.Data))
				}
			}
			if script != "" {
				sh := exec.Command("sh", "-euc", script)
				sh.Dir = dir
				testdata, err := filepath.Abs("testdata")
				judgetest.Check(t, err)
				sh.Env = append(os.Environ(), "TESTDATA="+testdata)
				if out, err := sh.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			said, missing := gets(t, filepath.Join(dir, name), arguments...)
			want, got := lines(string(last.Data)), lines(said)
			if len(missing) > 0 { // they change the status and what is said of the whole
				judged := func(line string) bool { return isRow(line) && missing[strings.Fields(line)[0]] == "" }
				want = slices.DeleteFunc(want, func(line string) bool { return !judged(line) })
				got = slices.DeleteFunc(got, func(line string) bool { return !judged(line) })
				t.Logf("skipped: %v", missing)
			}
			packages++
			free := func(line string) bool { return line == "…" }
			whatever := slices.ContainsFunc(want, free)
			want = slices.DeleteFunc(want, free)
			for i, line := range want {
				at := slices.IndexFunc(got[i:], func(g string) bool { return fits(line, g) })
				if at >= 0 { // in the order of what is wanted
					found := got[i+at]
					got = slices.Insert(slices.Delete(got, i+at, i+at+1), i, found)
					want[i] = found
				} else {
					got = slices.Insert(got, i, "")
				}
				if isRow(line) {
					rows++
					if at >= 0 {
						asStated++
					}
				}
			}
			if whatever { // said beside what is wanted
				said := slices.DeleteFunc(got[len(want):], func(line string) bool {
					return strings.HasPrefix(line, "judge: ")
				})
				got = got[:len(want)+len(said)]
			}
			got = slices.DeleteFunc(got, func(line string) bool { return line == "" })
			if *judgetest.Update && len(missing) == 0 {
				last.Data = []byte(strings.Join(updated(lines(string(last.Data)), lines(said)), "\n") + "\n")
				judgetest.Write(t, file, string(txtar.Format(story)))
			}
			if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(got, "\n")); diff != "" {
				t.Errorf("%s(-want +got):\n%s", story.Comment, diff)
			}
		})
	}
	t.Logf("%d of %d submissions in %d packages are judged as stated", asStated, rows, packages)
}

// inShort are the packages of the short tier.
var inShort = []string{"halves", "misspelt", "noyaml", "words"}

// updated is got, with the lines of want that still fit in place of those that they fit.
func updated(want, got []string) []string {
	for i, line := range got {
		if at := slices.IndexFunc(want, func(w string) bool { return fits(w, line) }); at >= 0 {
			got[i] = want[at]
			want = slices.Delete(want, at, at+1)
		}
	}
	return got
}

func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}

// isRow reports whether a line is a submission's.
func isRow(line string) bool {
	return strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "  PACKAGE")
}

// fits reports whether a line has the words of another, in which … stands for any words.
func fits(want, got string) bool {
	if isRow(got) && !strings.Contains(want, " score ") {
		got = scoreOfRow.ReplaceAllString(got, "$1")
	}
	parts := strings.Split(want, "…")
	first, last := parts[0], parts[len(parts)-1]
	if len(parts) == 1 {
		return want == got
	}
	got, found := strings.CutPrefix(got, first)
	if !found || !strings.HasSuffix(got, last) {
		return false
	}
	for _, part := range parts[1:] {
		at := strings.Index(got, part)
		if at < 0 {
			return false
		}
		got = got[at+len(part):]
	}
	return true
}

var scoreOfRow = regexp.MustCompile(`( as expected| UNEXPECTED) score [^ :]+`)

func TestFits(t *testing.T) {
	for _, c := range []struct {
		want, got string
		fits      bool
	}{
		{"a", "a", true}, {"a", "ab", false}, {"a…", "ab", true}, {"…b", "ab", true}, {"…b", "ba", false},
		{"a … c", "a b c", true}, {"a … c … d", "a c d", false}, {"… x …", "a x b", true}, {"… x …", "a y b", false},
		{"a…", "ba", false}, {"  a AC as expected", "  a AC as expected score 40", true},
		{"  a AC as expected score 4", "  a AC as expected score 40", false},
	} {
		if got := fits(c.want, c.got); got != c.fits {
			t.Errorf("%q fits %q: %v", c.got, c.want, got)
		}
	}
}
