package receive

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/read/problem"
)

// Plain is a problem as a folder that is no part of a checkout: its tests, as judge test finds them.
type Plain struct {
	Name    string // of the folder
	Title   string
	Time    time.Duration // 0 if the page has no limits, as far as the extension has seen
	Memory  int64         // bytes; 0 as Time
	Samples int
	Files   []scaffold.File
}

//go:embed skeleton/interactor.cpp
var interactor string

// Plain is what the folder of a problem begins with, and what is to be said of it: 1.in, 1.ans and so on, and the
// limits in .cph/NAME.prob, a file of the VS Code extension cph, which judge test reads. What would talk to the
// programs of an interactive problem is not on the page: it gets a skeleton of that, and samples are only to be read.
func (t Task) Plain(judges map[string]problem.OnlineJudge) (Plain, []string) {
	spec, notes := t.spec(judges)
	p := Plain{Name: t.folder(spec.Judge, spec.ID), Title: spec.Title, Samples: len(spec.Samples)}
	if _, _, unset := t.sent(); !unset {
		p.Time, p.Memory = spec.Time, spec.Memory
	}
	for i, s := range spec.Samples {
		if t.Interactive {
			p.add(fmt.Sprintf("sample-%d.txt", i+1), "The program reads:\n"+s.Input+"\nThe program prints:\n"+s.Answer)
			continue
		}
		p.add(fmt.Sprintf("%d.in", i+1), s.Input)
		p.add(fmt.Sprintf("%d.ans", i+1), s.Answer)
	}
	switch {
	case t.Interactive:
		p.add("interactor.cpp", interactor)
		p.add("1.in", "")
		notes = append(notes, "it is interactive: what talks with the program is not on the page; write it into "+
			"interactor.cpp, and what it reads into 1.in")
	case len(spec.Samples) == 0:
		notes = append(notes, "no sample was found on the page; write 1.in and 1.ans")
	}
	p.add(filepath.Join(".cph", p.Name+".prob"), t.prob(p, spec.URL)) // the last one: see Make
	return p, notes
}

func (p *Plain) add(path, text string) {
	p.Files = append(p.Files, scaffold.File{Path: path, Text: text})
}

// prob is a file of the extension cph without tests, which are files here, and without limits that are guesses.
func (t Task) prob(p Plain, page string) string {
	text, err := json.MarshalIndent(struct {
		Name        string   `json:"name"`
		Group       string   `json:"group"`
		URL         string   `json:"url"`
		Interactive bool     `json:"interactive"`
		Memory      int64    `json:"memoryLimit,omitempty"` // MiB
		Time        int64    `json:"timeLimit,omitempty"`   // ms
		Tests       []string `json:"tests"`
	}{p.Title, scaffold.Legible(t.Group), page, t.Interactive, p.Memory >> 20, p.Time.Milliseconds(), []string{}}, "",
		"  ")
	if err != nil {
		panic(err) // texts and numbers
	}
	return string(text) + "\n"
}

// Make writes the folder into another one, under its name or, if that is taken, under a further one: sum-2. A
// *scaffold.ExistsError says that the problem itself is there already.
func (p *Plain) Make(folder string) error {
	name := p.Name
	// the last file names the page; tests and interactor may have been edited since
	tests, limits := p.Files[:len(p.Files)-1], p.Files[len(p.Files)-1:]
	for i := 2; i < 100; i++ {
		path := filepath.Join(folder, p.Name)
		err := scaffold.MakeFolder(path, p.Files)
		if !scaffold.Exists(err) || scaffold.Holds(path, limits) || p.Samples > 0 && scaffold.Holds(path, tests) {
			return err
		}
		p.Name = fmt.Sprintf("%s-%d", name, i)
	}
	return fmt.Errorf("%s and other names like it are taken; rename one of these folders",
		filepath.Join(folder, name))
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
