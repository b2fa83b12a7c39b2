package receive

import (
	_ "embed"
	"encoding/json"
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

// Folder is a problem as a folder of tests, as judge test finds them.
type Folder struct {
	Name    string // of the folder
	Title   string
	Time    time.Duration // 0 if the page has no limits, as far as the extension has seen
	Memory  int64         // bytes; 0 as Time
	Samples int
	Files   []scaffold.File
}

//go:embed skeleton/interactor.cpp
var interactor string

// Folder is what the folder of a problem begins with, and notes on it: 1.in, 1.ans and so on, and the limits in
// .cph/NAME.prob, a file of the VS Code extension cph, which judge test reads. The interactor of an interactive problem
// is not on the page: the folder gets a skeleton of it, and the samples are only for reading.
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
		notes = append(notes, fmt.Sprintf("%s counts whitespace, and the extension trims samples; compare them with "+
			"the page", judge.Name))
	}
	if t.Input.Type != "" && t.Input.Type != "stdin" || t.Output.Type != "" && t.Output.Type != "stdout" {
		notes = append(notes, "it wants input or output in files; here, programs read standard input and write "+
			"standard output")
	}
	switch {
	case t.Interactive:
		f.add("interactor.cpp", interactor)
		f.add("1.in", "")
		notes = append(notes, "it is interactive: what talks with the program is not on the page; write it into "+
			"interactor.cpp, and what it reads into 1.in")
	case f.Samples == 0:
		notes = append(notes, "no sample was found on the page; write 1.in and 1.ans")
	}
	f.add(filepath.Join(".cph", f.Name+".prob"), t.prob(f, webPage(t.URL))) // the last one: see Make
	return f, notes
}

func (f *Folder) add(path, text string) {
	f.Files = append(f.Files, scaffold.File{Path: path, Text: text})
}

// The limits that the extension sends where a page gives none.
const (
	unsetTime   = 1000 // ms
	unsetMemory = 1024 // MB
)

// The largest limits that a problem may have.
const (
	maxTime   = 1e9     // ms
	maxMemory = 1 << 20 // MB
)

// limits fills in the limits, and says where they are guesses.
func (t Task) limits(f *Folder, judge problem.OnlineJudge) (notes []string) {
	milliseconds, megabytes := t.TimeLimit, t.MemoryLimit
	if !(milliseconds >= 1 && milliseconds <= maxTime) {
		milliseconds = unsetTime
	}
	if !(megabytes >= 1 && megabytes <= maxMemory) {
		megabytes = unsetMemory
	}
	if milliseconds == unsetTime && megabytes == unsetMemory {
		return []string{"1 s and 1024 MiB are what the extension sends where it finds no limits; see the page"}
	}
	if times := judge.Companion.JavaTimes; times > 0 {
		notes = append(notes, fmt.Sprintf("the time limit is that for Java, %g s, divided by %g, as is usual on %s; "+
			"see the page", milliseconds/1000, times, judge.Name))
		milliseconds /= times
	}
	megabytes = mebibytes(megabytes, judge.Companion.Kilobytes)
	f.Time = time.Duration(max(math.Round(milliseconds), 1)) * time.Millisecond
	f.Memory = int64(max(megabytes, 1)) << 20
	return notes
}

// prob is a file of the extension cph without tests, which are files here, and without limits that are guesses.
func (t Task) prob(f Folder, page string) string {
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
		panic(err) // texts and numbers
	}
	return string(text) + "\n"
}

// Make writes the folder into another one, under its name or, if that is taken, under a further one: sum-2. A
// *scaffold.ExistsError says that the problem itself is there already.
func (f *Folder) Make(in string) error {
	name := f.Name
	// the last file names the page; tests and interactor may have been edited since
	tests, limits := f.Files[:len(f.Files)-1], f.Files[len(f.Files)-1:]
	for i := 2; i < 100; i++ {
		path := filepath.Join(in, f.Name)
		err := scaffold.MakeFolder(path, f.Files)
		if !scaffold.Exists(err) || scaffold.Holds(path, limits) || f.Samples > 0 && scaffold.Holds(path, tests) {
			return err
		}
		f.Name = fmt.Sprintf("%s-%d", name, i)
	}
	return fmt.Errorf("%s and other names like it are taken; rename one of these folders",
		filepath.Join(in, name))
}

// mebibytes undoes what the extension did to a number of KiB: it divided by 1000 or 1024 and, but for fractions,
// rounded down. Of all numbers that it may have been the largest is taken, since limits are mostly whole MiB: 65536 KiB
// come as 65.
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

// text is a sample with Unix line ends and one at its end.
func text(sample string) string {
	sample = strings.ReplaceAll(sample, "\r\n", "\n")
	if sample != "" && !strings.HasSuffix(sample, "\n") {
		sample += "\n"
	}
	return sample
}

// webPage is an address that a browser opens as a page, "" for any other.
func webPage(address string) string {
	if seen, err := url.Parse(address); err != nil || seen.Scheme != "http" && seen.Scheme != "https" ||
		seen.Host == "" {
		return ""
	}
	return scaffold.Legible(address)
}

// site is the name of an online judge in an address: codeforces for codeforces.com, luogu for www.luogu.com.cn.
func site(address string) string {
	seen, err := url.Parse(address)
	if err != nil {
		return ""
	}
	longest := ""
	for i, label := range strings.Split(strings.TrimPrefix(seen.Hostname(), "www."), ".") {
		if i == 0 || len(label) > len(longest) && i < 2 {
			longest = label
		}
	}
	return longest
}

// tail is what an address ends with: its last value or the last part of its path.
func tail(address string) string {
	address = strings.TrimRight(address, "/")
	return address[strings.LastIndexAny(address, "/=")+1:]
}

// folder is the name of the problem's folder: with that of its contest, as in abc086_b, and else with the online
// judge's, where it would be a number alone.
func (t Task) folder(judge problem.OnlineJudge, id string) string {
	if judge.Key != "" && plainName(id) != "" {
		return plainName(judge.Key + id)
	}
	contest, name := parts(t.URL)
	switch {
	case name == "":
		name = plainName(t.Name)
	case contest != "" && !strings.HasPrefix(name, contest):
		name = contest + "_" + name
	case strings.Trim(name, "0123456789") == "":
		name = plainName(site(t.URL)) + name
	}
	if name == "" {
		name = plainName(t.Languages.Java.TaskClass)
	}
	if name == "" {
		name = "problem"
	}
	return plainName(name)
}

// Words of addresses behind which the name of a contest stands, and in front of which it may.
var (
	beforeContest = []string{"contest", "contests", "gym", "competition", "competitions", "round", "rounds"}
	afterContest  = []string{"problem", "problems", "task", "tasks"}
	noContest     = []string{"problemset", "problemsets", "practice", "archive", "problem-sets"}
)

// parts are the names of a problem and its contest in the address of its page, "" for what is not there.
// https://codeforces.com/contest/954/problem/G has 954 and g, https://atcoder.jp/contests/abc086/tasks/abc086_b has
// abc086 and abc086_b.
func parts(address string) (contest, name string) {
	page, err := url.Parse(address)
	if err != nil || page.Host == "" {
		return "", ""
	}
	words := strings.FieldsFunc(page.Path, func(r rune) bool { return r == '/' })
	if page.RawQuery != "" {
		name = plainName(tail(address))
	} else if len(words) > 0 {
		name = plainName(words[len(words)-1])
	}
	at := func(i int) string {
		if i < 0 || i >= len(words) || slices.Contains(noContest, words[i]) {
			return ""
		}
		return plainName(words[i])
	}
	for i, word := range words[:max(len(words)-1, 0)] {
		switch {
		case slices.Contains(beforeContest, word):
			return at(i + 1), name
		case slices.Contains(afterContest, word) && i == len(words)-2 && i > 0:
			contest = at(i - 1)
		}
	}
	if contest == "" && len(name) <= 2 && len(words) > 1 && page.RawQuery == "" { // …/problem/954/G
		contest = at(len(words) - 2)
	}
	return contest, name
}

var notPlain = regexp.MustCompile(`[^a-z0-9_-]+`)

// plainName is the part of a text that may be a folder's name anywhere: small letters, since some file systems tell
// them from no capitals. It is "" if there is none.
func plainName(text string) string {
	name := strings.Trim(notPlain.ReplaceAllString(strings.ToLower(strings.ReplaceAll(text, " ", "-")), ""), "-_")
	return strings.Trim(name[:min(len(name), 60)], "-_")
}
