package validate

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/problem"
)

// A trial limits the number of tests, the size of an answer in bytes, the total time, and the checker's time for one
// output. The last limit may be shorter than the problem's own limit on the checker's time, which is meant for large
// tests.
const (
	trialTests  = 12
	trialAnswer = 1 << 16
	trialTime   = time.Minute
	trialOnce   = 5 * time.Second
)

// accepts is the prefix of messages about changes that the checker accepts.
const accepts = "the checker accepts "

// trial makes small changes to the answers of some tests, and runs the problem's checker on the changed answers. It
// finds kinds of changes that the checker accepts, and outputs on which the checker crashes or hangs. A checker that
// hangs ends the trial.
func trial(ctx context.Context, e *env) ([]problem.Finding, error) {
	if e.Checkers == nil || !e.compares() || e.SubmitAnswer {
		return nil, nil
	}
	folder, err := scratch.Make("")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	tests, err := smallest(e.Tests)
	if err != nil {
		return nil, err
	}
	t := &trialRun{env: e, output: filepath.Join(folder, "output"), known: make(map[string]bool)}
	timed, cancel := context.WithTimeout(ctx, trialTime)
	defer cancel()
	for _, test := range tests {
		if err := t.test(timed, test); err != nil && timed.Err() == nil {
			return nil, err
		}
		if timed.Err() != nil || t.hung {
			break
		}
	}
	if timed.Err() != nil && ctx.Err() == nil {
		e.skip("some changed answers: the checker spent all of %v on the others", trialTime)
	}
	return t.found, ctx.Err()
}

// smallest returns up to trialTests tests with the smallest answers, of at most trialAnswer bytes each.
func smallest(tests []problem.Test) (chosen []problem.Test, err error) {
	sizes := make(map[string]int64)
	for _, t := range tests {
		info, err := untrusted.Stat(t.Answer)
		if err != nil {
			return nil, err
		}
		if sizes[t.Name] = info.Size(); info.Size() <= trialAnswer {
			chosen = append(chosen, t)
		}
	}
	slices.SortStableFunc(chosen, func(a, b problem.Test) int { return cmp.Compare(sizes[a.Name], sizes[b.Name]) })
	return chosen[:min(len(chosen), trialTests)], nil
}

// trialRun is the state of a trial.
type trialRun struct {
	*env
	output string // the file with the changed answer
	found  []problem.Finding
	known  map[string]bool // the ids of the findings
	hung   bool
}

// find adds a finding unless another finding has the same id.
func (t *trialRun) find(id, format string, args ...any) {
	if source := t.Checkers[0]; !t.known[id] {
		t.known[id] = true
		t.found = append(t.found, findingf(id, filepath.Join(source.Dir, source.Files[0]), format, args...))
	}
}

// test tries all changes of a test's answer, unless the checker rejects the answer itself.
func (t *trialRun) test(ctx context.Context, test problem.Test) error {
	answer, err := untrusted.Read(test.Answer, trialAnswer)
	if err != nil {
		return err
	}
	if result, err := t.decide(ctx, test, answer); err != nil || result.Verdict != problem.AC {
		return err
	}
	for _, c := range changes(answer) {
		fails := "checker.fails." + slug(c.kind)
		if t.known[fails] {
			continue
		}
		result, err := t.decide(ctx, test, c.text)
		switch {
		case err != nil:
			return err
		case result.Late:
			t.find(fails, "the checker hangs on %s, such as on %s: %s; the trial ended there", c.kind, test.Name,
				result.Message)
			t.hung = true
			return nil
		case result.Verdict == problem.JE:
			t.find(fails, "the checker fails on %s, such as on %s: %s; it must accept or reject whatever a program "+
				"prints", c.kind, test.Name, result.Message)
		case result.Verdict == problem.AC:
			t.find("checker.accepts."+slug(c.kind), accepts+"%s (on %s)", c.kind, test.Name)
		}
	}
	return nil
}

func (t *trialRun) decide(ctx context.Context, test problem.Test, output []byte) (check.Result, error) {
	if err := os.WriteFile(t.output, output, 0o644); err != nil {
		return check.Result{}, err
	}
	result, err := t.quick.Check(ctx, t.files(test, t.output))
	return result, errors.Join(err, ctx.Err())
}

// change is an output with one change.
type change struct {
	kind string // such as "leading zeros"
	text []byte
}

// maxPlaces is the maximum number of tokens that are changed, one at a time. The first and the last token are among
// them.
const maxPlaces = 3

var (
	token   = regexp.MustCompile(`\S+`)
	decimal = regexp.MustCompile(`^([+-]?)([0-9]+)(\.[0-9]+)?$`)
)

// changes returns changed versions of an output. Each version differs from the output and from other versions of its
// kind. The versions depend only on the output. Whitespace is not changed, because few checkers compare it.
func changes(output []byte) (all []change) {
	add := func(kind string, parts ...[]byte) {
		c := change{kind, bytes.Join(parts, nil)}
		if !bytes.Equal(c.text, output) && !slices.ContainsFunc(all, func(o change) bool {
			return o.kind == kind && bytes.Equal(o.text, c.text)
		}) {
			all = append(all, c)
		}
	}
	text := func(s string) []byte { return []byte(s) }
	whole := bytes.TrimRight(output, "\n")
	lines := bytes.SplitAfter(whole, text("\n"))
	add("an empty output", nil)
	add("letters in another case", bytes.Map(swapCase, output))
	add("one more token", output, text("0\n"))
	add("text after the end", output, text("ok, done\n"))
	add("one more line", output, lines[len(lines)-1], text("\n"))
	add("bytes that are not UTF-8", text("\xff\xfe"), output)
	if len(lines) > 1 {
		add("a missing last line", bytes.Join(lines[:len(lines)-1], nil))
	}
	words := token.FindAllIndex(output, -1)
	for i := range min(len(words), maxPlaces) {
		at := words[i*(len(words)-1)/max(min(len(words), maxPlaces)-1, 1)]
		before, word, after := output[:at[0]], string(output[at[0]:at[1]]), output[at[1]:]
		for _, c := range changedToken(word) {
			add(c[0], before, text(c[1]), after)
		}
	}
	if len(words) > 1 {
		a, b := words[0], words[1]
		add("exchanged first tokens", output[:a[0]], output[b[0]:b[1]], output[a[1]:b[0]], output[a[0]:a[1]],
			output[b[1]:])
	}
	return all
}

// changedToken returns changed versions of one token. Each is a pair: the kind of the change, and the new text.
func changedToken(word string) [][2]string {
	all := [][2]string{
		{"a missing token", ""}, {"a letter in a token", word + "x"}, {"nan", "nan"},
		{"a huge number", "1" + strings.Repeat("0", 400)},
	}
	m := decimal.FindStringSubmatch(word)
	if m == nil {
		return all
	}
	sign, whole, fraction := m[1], m[2], m[3]
	add := func(kind, text string) { all = append(all, [2]string{kind, text}) }
	add("leading zeros", sign+"00"+whole+fraction)
	add("a number with an exponent", sign+whole+fraction+"e0")
	if sign == "" {
		add("a plus sign", "+"+word)
		add("a number with another sign", "-"+word)
	}
	if fraction != "" {
		add("more decimals", word+"0000000001")
		return all
	}
	add("a decimal point", word+".0")
	add("a number that is larger by a half", word+".5")
	n, _ := new(big.Int).SetString(sign+whole, 10)
	add("a number that is larger by one", new(big.Int).Add(n, big.NewInt(1)).String())
	// a checker that overflows 32 bits sees the original number
	add("a number that is larger by 2^32", new(big.Int).Add(n, big.NewInt(1<<32)).String())
	return all
}

// swapCase changes the case of an ASCII letter by flipping one bit.
func swapCase(r rune) rune {
	if r|0x20 >= 'a' && r|0x20 <= 'z' {
		return r ^ 0x20
	}
	return r
}
