package receive

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/read/problem"
)

// Folder is a problem as a folder of tests for "judge test".
type Folder struct {
	Name    string // of the folder
	Title   string
	Time    time.Duration // 0 if the extension found no limits on the page
	Memory  int64         // bytes; 0 if Time is 0
	Samples int
	Files   []scaffold.File
}

//go:embed skeleton/interactor.cpp
var interactor string

// Folder returns the initial files of a problem's folder, and notes for the user. The samples are 1.in, 1.ans and so
// on. The limits are in .cph/NAME.prob, which "judge test" and the VS Code extension cph read. The page of an
// interactive problem lacks the interactor, so the folder gets a skeleton, and the samples are only for reading.
func (t Task) Folder(judges map[string]problem.OnlineJudge) (Folder, []string) {
	judge, id, _ := problem.JudgeOf(judges, t.URL)
	f := Folder{Name: t.folder(judge, scaffold.Legible(id)), Title: scaffold.Legible(t.Name)}
	notes := t.limits(&f, judge)
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
	if t.Input.Type != "" && t.Input.Type != "stdin" || t.Output.Type != "" && t.Output.Type != "stdout" {
		notes = append(notes, "the problem uses input or output files; here, programs read standard input and write "+
			"standard output")
	}
	switch {
	case t.Interactive:
		f.add("interactor.cpp", interactor)
		f.add("1.in", "")
		notes = append(notes, "the problem is interactive, and the interactor is not on the page; write it in "+
			"interactor.cpp, and its input in 1.in")
	case f.Samples == 0:
		notes = append(notes, "no sample was found on the page; write 1.in and 1.ans")
	}
	f.add(filepath.Join(".cph", f.Name+".prob"), t.prob(f)) // Make relies on this file being the last
	return f, notes
}

func (f *Folder) add(path, text string) {
	f.Files = append(f.Files, scaffold.File{Path: path, Text: text})
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

// prob returns the .prob file for the extension cph. It leaves out unknown limits. The tests are separate files.
func (t Task) prob(f Folder) string {
	page := ""
	if webPage(t.URL) != nil {
		page = scaffold.Legible(t.URL)
	}
	text, err := json.MarshalIndent(struct {
		Name        string   `json:"name"`
		Group       string   `json:"group"`
		URL         string   `json:"url"`
		Interactive bool     `json:"interactive"`
		Memory      int64    `json:"memoryLimit,omitempty"` // MiB
		Time        int64    `json:"timeLimit,omitempty"`   // ms
		Tests       []string `json:"tests"`
	}{f.Title, scaffold.Legible(t.Group), page, t.Interactive, f.Memory >> 20, f.Time.Milliseconds(), []string{}}, "",
		"  ")
	if err != nil {
		panic(err) // texts and numbers can always be encoded
	}
	return string(text) + "\n"
}

// Make writes the folder below a parent folder. If another problem there has the same name, Make appends a number to
// the name, as in sum-2. The error is scaffold.ErrExists if the same problem is already there.
func (f *Folder) Make(in string) error {
	name := f.Name
	// The last file names the page. A folder with an equal last file or equal tests holds the same problem: the user
	// may have edited its other files.
	tests, limits := f.Files[:len(f.Files)-1], f.Files[len(f.Files)-1:]
	for i := 2; i < 100; i++ {
		path := filepath.Join(in, f.Name)
		err := scaffold.MakeFolder(path, f.Files)
		if !errors.Is(err, scaffold.ErrExists) || scaffold.Holds(path, limits) ||
			f.Samples > 0 && scaffold.Holds(path, tests) {
			return err
		}
		f.Name = fmt.Sprintf("%s-%d", name, i)
	}
	return fmt.Errorf("%s and 97 similar names are taken; rename one of these folders", filepath.Join(in, name))
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

// webPage parses the address of a web page; it returns nil for any other address.
func webPage(address string) *url.URL {
	page, err := url.Parse(address)
	if err != nil || page.Scheme != "http" && page.Scheme != "https" || page.Host == "" {
		return nil
	}
	return page
}

// generic lists words that occur in addresses but name neither a problem nor a contest.
var generic = strings.Fields("problem problems problemset problemsets problem-sets task tasks contest contests gym " +
	"competition competitions round rounds practice archive")

// folder returns the name of the problem's folder. For a known judge, it joins the judge's key and the problem's id.
// For other judges, it joins the last two names in the page's address, usually the contest and the problem, as in
// abc086_b. If the address has only a number, the site's name precedes the number.
func (t Task) folder(judge problem.OnlineJudge, id string) string {
	if judge.Key != "" && plainName(id) != "" {
		return plainName(judge.Key + id)
	}
	var names []string
	site := ""
	if page := webPage(t.URL); page != nil {
		for word := range strings.SplitSeq(page.Path, "/") {
			if word = plainName(word); word != "" && !slices.Contains(generic, word) {
				names = append(names, word)
			}
		}
		if page.RawQuery != "" { // …?id=7
			names = []string{plainName(page.RawQuery[strings.LastIndex(page.RawQuery, "=")+1:])}
		}
		labels := strings.Split(strings.TrimPrefix(page.Hostname(), "www."), ".") // acm.timus.ru, codeforces.com
		site = slices.MaxFunc(labels[:min(len(labels), 2)], func(a, b string) int { return len(a) - len(b) })
	}
	if len(names) == 0 {
		return cmp.Or(plainName(t.Name), "problem")
	}
	name := names[len(names)-1]
	switch {
	case len(names) > 1 && !strings.HasPrefix(name, names[len(names)-2]):
		name = names[len(names)-2] + "_" + name
	case strings.Trim(name, "0123456789") == "":
		name = plainName(site) + name
	}
	return cmp.Or(plainName(name), "problem")
}

var otherCharacters = regexp.MustCompile(`[^a-z0-9_-]+`)

// plainName reduces a text to characters that any file system allows in a folder's name. Letters become lower case,
// because some file systems do not distinguish case.
func plainName(text string) string {
	text = strings.ToLower(strings.ReplaceAll(text, " ", "-"))
	name := strings.Trim(otherCharacters.ReplaceAllString(text, ""), "-_")
	return strings.Trim(name[:min(len(name), 60)], "-_")
}
