package receive

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/tree"
)

// Layout says which files a problem gets. The zero value means a folder in the working folder, without a source.
type Layout struct {
	Folder, File string   // patterns of the paths of the folder and of the source; "" for the usual ones
	Templates    []string // paths of what sources begin with; they may have fields, too
}

const maxTemplate = 1 << 20 // bytes

// source returns the extension and the template of a source: the first template or, if the pattern of the path has an
// extension, the template with this extension.
func (l Layout) source() (extension, text string, err error) {
	extension = path.Ext(l.File)
	for _, template := range l.Templates {
		if own := filepath.Ext(template); extension == "" || own == extension {
			content, err := untrusted.Read(template, maxTemplate)
			return own, string(content), err
		}
	}
	return extension, "", nil
}

// Folder is a problem as a folder of tests for "judge test", with a source in it or elsewhere. Paths have slashes, and
// are relative to the folder in which Make works.
type Folder struct {
	Name    string // path of the folder
	Source  string // path of the source; "" for none
	Title   string
	Time    time.Duration // 0 if the extension found no limits on the page
	Memory  int64         // bytes; 0 if Time is 0
	Samples int
	Files   []whole.File // besides the source and the .prob file

	inside string // path of the source below the folder; "" for a source elsewhere
	key    string // equal for equal problems
	text   string // of the source
	prob   prob
}

//go:embed skeleton/interactor.cpp
var interactor string

// Folder returns the initial files of a problem, and notes for the user. The samples are 1.in, 1.ans and so on. The
// limits are in .cph/NAME.prob beside the source, which "judge test" and the VS Code extension cph read. The page of an
// interactive problem lacks the interactor, so the folder gets a skeleton, and the samples are only for reading.
func (t Task) Folder(judges map[string]problem.OnlineJudge, layout Layout) (Folder, []string) {
	judge, id, _ := problem.JudgeOf(judges, t.URL)
	fields, key := t.fields(judge, id)
	f := Folder{Title: scaffold.Legible(t.Name), key: key}
	f.Name = fields.path(cmp.Or(layout.Folder, fields.usualFolder(judge.Key != "" && plainName(id) != "")))
	notes := t.limits(&f, judge)
	extension, template, err := layout.source()
	if err != nil {
		notes = append(notes, fmt.Sprintf("the source is empty: %v", err))
	}
	if extension != "" {
		f.Source = f.Name + "/a" + extension
		if layout.File != "" {
			f.Source = fields.path(strings.TrimSuffix(layout.File, extension) + extension)
		}
		f.inside, _ = strings.CutPrefix(f.Source, f.Name+"/")
		if f.inside == f.Source {
			f.inside = ""
		}
		f.text = t.fill(template, fields, f)
	}
	for _, sample := range t.Tests {
		if sample.Input == "" && sample.Output == "" {
			continue
		}
		f.Samples++
		in, out := text(sample.Input), text(sample.Output)
		if t.Interactive {
			f.add(fmt.Sprintf("sample-%d.txt", f.Samples), "The program reads:\n"+in+"\nThe program prints:\n"+out)
			continue
		}
		f.add(fmt.Sprintf("%d.in", f.Samples), in)
		f.add(fmt.Sprintf("%d.ans", f.Samples), out)
	}
	if f.Samples > 0 && judge.Whitespace == problem.ExactWhitespace {
		notes = append(notes, fmt.Sprintf("on %s whitespace matters, and the extension trims samples; compare them "+
			"with the page", judge.Name))
	}
	notes = append(notes, t.files(&f)...)
	switch {
	case t.Interactive:
		f.add(path.Join(path.Dir(f.inside), "interactor.cpp"), interactor)
		f.add("1.in", "")
		notes = append(notes, "the problem is interactive, and the interactor is not on the page; write it in "+
			"interactor.cpp, and its input in 1.in")
	case f.Samples == 0:
		notes = append(notes, "no sample was found on the page; write 1.in and 1.ans")
	}
	f.prob = prob{Name: f.Title, Group: scaffold.Legible(t.Group), Interactive: t.Interactive, Memory: f.Memory >> 20,
		Time: f.Time.Milliseconds(), Tests: []string{}}
	if page := webPage(t.URL); page != nil {
		f.prob.URL = page.String()
	}
	return f, notes
}

func (f *Folder) add(path, text string) {
	f.Files = append(f.Files, whole.File{Path: path, Text: text})
}

// outside reports whether the source is not in the folder.
func (f *Folder) outside() bool { return f.Source != "" && f.inside == "" }

// files adds a judge.yaml with the names of the files that programs read and write, if the page gives any.
func (t Task) files(f *Folder) (notes []string) {
	lines := ""
	for _, stream := range []struct {
		Stream
		key, usual string
	}{{t.Input, "input_file", "stdin"}, {t.Output, "output_file", "stdout"}} {
		name := stream.File
		switch {
		case stream.Type == "" || stream.Type == stream.usual:
		case stream.Type != "file" || strings.Contains(name, "/") || !tree.Allowed(name) || t.Interactive ||
			t.Input.File == t.Output.File || f.outside(): // a judge.yaml would be for all sources beside this one
			return []string{"the problem uses input or output files; here, programs read standard input and write " +
				"standard output"}
		default:
			lines += fmt.Sprintf("%s: %q\n", stream.key, name)
		}
	}
	if lines != "" {
		f.add(path.Join(path.Dir(f.inside), "judge.yaml"), lines)
	}
	return nil
}

var (
	unsafeTitle   = regexp.MustCompile(`[^\pL\pN .,:+!&()-]+`)
	unsafeAddress = regexp.MustCompile(`[^A-Za-z0-9._~:/?#=&%+@,!-]`)
)

// fill replaces the fields in a template. The texts of a page lose the characters that end a comment or a string.
func (t Task) fill(template string, plain fields, f Folder) string {
	all := maps.Clone(plain)
	all["name"] = strings.TrimSpace(unsafeTitle.ReplaceAllString(f.Title, " "))
	all["time_limit"], all["memory"], all["url"] = "", "", ""
	if f.Time > 0 {
		all["time_limit"], all["memory"] = fmt.Sprint(f.Time.Seconds()), fmt.Sprint(f.Memory>>20)
	}
	if page := webPage(t.URL); page != nil {
		all["url"] = unsafeAddress.ReplaceAllStringFunc(page.String(), url.QueryEscape)
	}
	return all.expand(template)
}

// The extension sends unsetTime and unsetMemory if a page has no limits. The largest accepted limits are maxTime and
// maxMemory.
const (
	unsetTime   = 1000    // ms
	unsetMemory = 1024    // MB
	maxTime     = 1e9     // ms
	maxMemory   = 1 << 20 // MB
)

// limits sets the limits of f, and returns notes about guesses.
func (t Task) limits(f *Folder, judge problem.OnlineJudge) (notes []string) {
	milliseconds, megabytes := t.TimeLimit, t.MemoryLimit
	if !(milliseconds >= 1 && milliseconds <= maxTime) {
		milliseconds = unsetTime
	}
	if !(megabytes >= 1 && megabytes <= maxMemory) {
		megabytes = unsetMemory
	}
	if milliseconds == unsetTime && megabytes == unsetMemory {
		return []string{"the extension sends 1 s and 1024 MiB if it finds no limits; see the page"}
	}
	if times := judge.Companion.JavaTimes; times > 0 {
		notes = append(notes, fmt.Sprintf("the time limit is %[3]s's limit for Java, %[1]g s, divided by %[2]g, as is "+
			"usual there; see the page", milliseconds/1000, times, judge.Name))
		milliseconds /= times
	}
	f.Time = time.Duration(max(math.Round(milliseconds), 1)) * time.Millisecond
	f.Memory = int64(max(mebibytes(megabytes, judge.Companion.Kilobytes), 1)) << 20
	return notes
}

// mebibytes returns a memory limit in MiB. If the judge's pages give KiB, the extension divides them by kilobytes.
// Otherwise, kilobytes is 0. A whole quotient may have been rounded down, so mebibytes assumes the largest possible
// limit. After a division by 1000, for example, 65 may be 65536 KiB, which is 64 MiB.
func mebibytes(megabytes float64, kilobytes int64) float64 {
	if kilobytes == 0 {
		return math.Floor(megabytes)
	}
	lost := float64(kilobytes - 1)
	if megabytes != math.Trunc(megabytes) {
		lost = 0
	}
	return math.Floor((megabytes*float64(kilobytes) + lost) / 1024)
}

// text returns a sample with a Unix line end after every line, including the last.
func text(sample string) string {
	sample = strings.ReplaceAll(sample, "\r\n", "\n")
	if sample != "" && !strings.HasSuffix(sample, "\n") {
		sample += "\n"
	}
	return sample
}
