package receive

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

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

// Spec is what a new problem begins with, and what is to be said of it. Its name is safe; its template is not filled
// in. It is an error if such a problem cannot be judged here.
func (t Task) Spec(judges map[string]problem.OnlineJudge) (scaffold.Spec, []string, error) {
	if t.Interactive {
		return scaffold.Spec{}, nil, errors.New("it is interactive, and what would talk to a program is not on the " +
			"page; receive it with --plain, which begins a program for that")
	}
	spec, notes := t.spec(judges)
	if len(spec.Samples) == 0 {
		notes = append(notes, "no sample was found on the page; write it into the empty one")
	}
	return spec, notes, nil
}

// spec is Spec of any problem, also an interactive one.
func (t Task) spec(judges map[string]problem.OnlineJudge) (scaffold.Spec, []string) {
	judge, id, known := problem.JudgeOf(judges, t.URL)
	spec := scaffold.Spec{Title: scaffold.Legible(t.Name), URL: webPage(t.URL), Judge: judge, ID: scaffold.Legible(id)}
	spec.Name, spec.Source = t.names(judge, id)
	notes := t.limits(&spec)
	if !known {
		spec.Unverified = nil // which goes to judge.yaml, and there is none
	}
	for _, sample := range t.Tests {
		if sample.Input != "" || sample.Output != "" {
			spec.Samples = append(spec.Samples, scaffold.Sample{Input: text(sample.Input), Answer: text(sample.Output)})
		}
	}
	if len(spec.Samples) > 0 && judge.Whitespace == problem.ExactWhitespace {
		notes = append(notes, fmt.Sprintf("%s counts whitespace, and the extension trims samples; compare them with "+
			"the page", judge.Name))
	}
	if t.Input.Type != "" && t.Input.Type != "stdin" || t.Output.Type != "" && t.Output.Type != "stdout" {
		notes = append(notes, "it wants input or output in files; here, programs read standard input and write "+
			"standard output")
	}
	return spec, notes
}

// names are the name of the problem, and where it comes from in words.
func (t Task) names(judge problem.OnlineJudge, id string) (name, source string) {
	source = scaffold.Legible(t.Group)
	if judge.Key != "" && scaffold.SafeName(id) != "" {
		return scaffold.SafeName(judge.Key + id), scaffold.Legible(judge.Name + " " + id)
	}
	class := t.Languages.Java.TaskClass
	if class == "Task" { // which stands for a name without any letter of a class
		class = ""
	}
	for _, text := range []string{class, t.Name, t.URL} {
		if text == t.URL {
			text = site(t.URL) + tail(t.URL)
		}
		if name = scaffold.SafeName(text); name != "" && strings.Trim(name, "0123456789") != "" {
			return name, source
		}
	}
	return "problem", source
}

// limits fills in the limits, and says where they are only supposed.
func (t Task) limits(spec *scaffold.Spec) (notes []string) {
	milliseconds, megabytes, unset := t.sent()
	companion := spec.Judge.Companion
	if unset {
		spec.Unverified = []string{"time_limit", "memory"}
		notes = append(notes, "1 s and 1024 MiB are what the extension sends where it finds no limits; see the page")
	} else {
		if companion.JavaTimes > 0 {
			spec.Unverified = []string{"time_limit"}
			notes = append(notes, fmt.Sprintf("the time limit is that for Java, %g s, divided by %g, as is usual on "+
				"%s; see the page",
				milliseconds/1000, companion.JavaTimes, spec.Judge.Name))
			milliseconds /= companion.JavaTimes
		}
		megabytes = mebibytes(megabytes, companion.Kilobytes)
	}
	spec.Time = time.Duration(max(math.Round(milliseconds), 1)) * time.Millisecond
	spec.Memory = int64(max(megabytes, 1)) << 20
	return notes
}

// sent are the limits that the extension has sent, in ms and MB, and whether these are those of a page without limits.
func (t Task) sent() (milliseconds, megabytes float64, unset bool) {
	milliseconds, megabytes = t.TimeLimit, t.MemoryLimit
	if !(milliseconds >= 1 && milliseconds <= maxTime) {
		milliseconds = unsetTime
	}
	if !(megabytes >= 1 && megabytes <= maxMemory) {
		megabytes = unsetMemory
	}
	return milliseconds, megabytes, milliseconds == unsetTime && megabytes == unsetMemory
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

// Make writes the files of a problem, as Spec has it, under its name or, if another problem has that, under a further
// one. A *scaffold.ExistsError says that the problem itself is there already.
func (t Task) Make(spec *scaffold.Spec, roots problem.Roots) error {
	name := spec.Name
	var err error
	for _, spec.Name = range append([]string{name}, t.others(name)...) {
		var exists *scaffold.ExistsError
		if _, err = spec.Make(roots); !errors.As(err, &exists) || has(spec, roots) {
			return err
		}
	}
	return fmt.Errorf("%s and other names like it are taken; rename one of these problems", name)
}

// has reports whether the problem of that name in the checkout is the one of the same page.
func has(spec *scaffold.Spec, roots problem.Roots) bool {
	const most = 1 << 20
	text, err := untrusted.Read(filepath.Join(roots.Problems, spec.Name, "problem.yaml"), most)
	if err != nil && !os.IsNotExist(err) {
		return true // whose it is, nobody knows
	}
	page := regexp.MustCompile(`url:\s*["']?` + regexp.QuoteMeta(spec.URL) + `(["',}\s]|$)`)
	return err == nil && (spec.URL == "" || page.Match(text))
}

// others are further names for a problem, for when the first is taken by another one.
func (t Task) others(name string) []string {
	var others []string
	room := func(end string) string { return name[:min(len(name), 60-len(end))] + end }
	if from := scaffold.SafeName(site(t.URL)); from != "" && len(from) < 30 {
		others = append(others, room(from))
	}
	for i := 2; i < 10; i++ {
		others = append(others, room(fmt.Sprint(i)))
	}
	return others
}
