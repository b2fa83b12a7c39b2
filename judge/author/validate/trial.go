package validate

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
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
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// The bounds of a trial: tests, the size of an answer in bytes, the time of all, and what a checker may take for one
// output, as its problem's limit is meant for large tests.
const (
	trialTests  = 12
	trialAnswer = 1 << 16
	trialTime   = time.Minute
	trialOnce   = 5 * time.Second
)

// trial changes the answers of some tests a little and has the problem's checker decide them. It finds kinds of changes
// that the checker accepts, and outputs on which the checker itself fails: it crashes, or it hangs, which ends the
// trial.
func trial(ctx context.Context, e *env) (found []problem.Finding, err error) {
	if e.Checkers == nil || !e.compares() || e.SubmitAnswer {
		return nil, nil
	}
	limits := e.Limits.Validation
	limits.Time = min(limits.Time, trialOnce)
	var checkers []check.Named
	for _, source := range e.Checkers {
		program, err := e.cache.Build(ctx, compile.Tool, source)
		if err != nil {
			return nil, err
		}
		checkers = append(checkers, check.Named{Name: source.Name,
			Checker: check.Custom(e.cache.Programs, program, limits)})
	}
	folder, err := scratch.Make("")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	t := &trying{env: e, output: filepath.Join(folder, "output")}
	t.checker = check.All(checkers)
	tests, err := smallest(e.Tests)
	if err != nil {
		return nil, err
	}
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
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if timed.Err() != nil {
		e.skip("some changes of answers: the checker took %v for those that it decided", trialTime)
	}
	file := filepath.Join(e.Checkers[0].Dir, e.Checkers[0].Files[0])
	for _, k := range t.kinds {
		switch {
		case k.fault != "":
			found = append(found, problem.Finding{Place: file, Message: k.fault})
		case k.accepted > 0:
			found = append(found, findingf(file, "the checker accepts %s (%d of %d, such as on %s); reject that, or "+
				"mark it as intended", k.name, k.accepted, k.tried, k.test))
		}
	}
	return found, nil
}

// smallest are the tests with the smallest answers that are not too large.
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

// trying is a trial of a problem's checker.
type trying struct {
	*env
	checker check.Checker
	output  string // the file that is changed
	kinds   []*kind
	hung    bool
}

// kind is a kind of change, and what the checker says of it.
type kind struct {
	name            string
	tried, accepted int
	test            string // the first that was accepted
	fault           string // how the checker itself failed; "" if it did not
}

// test tries all changes of a test's answer, unless that is no output that the checker accepts.
func (t *trying) test(ctx context.Context, test problem.Test) error {
	answer, err := untrusted.Read(test.Answer, trialAnswer)
	if err != nil {
		return err
	}
	if result, err := t.decide(ctx, test, answer); err != nil || result.Verdict != problem.AC {
		return err
	}
	for _, c := range changes(answer) {
		i := slices.IndexFunc(t.kinds, func(k *kind) bool { return k.name == c.kind })
		if i < 0 {
			i = len(t.kinds)
			t.kinds = append(t.kinds, &kind{name: c.kind})
		}
		k := t.kinds[i]
		if k.fault != "" {
			continue
		}
		result, err := t.decide(ctx, test, c.text)
		if err != nil {
			return err
		}
		k.tried++
		switch {
		case result.Late:
			k.fault = fmt.Sprintf("the checker hangs on %s, such as on %s: %s; no more was tried", c.kind, test.Name,
				result.Message)
			t.hung = true
			return nil
		case result.Verdict == problem.JE:
			k.fault = fmt.Sprintf("the checker fails on %s, such as on %s: %s; whatever a program prints is right or "+
				"wrong", c.kind, test.Name, result.Message)
		case result.Verdict == problem.AC:
			if k.accepted++; k.test == "" {
				k.test = test.Name
			}
		}
	}
	return nil
}

func (t *trying) decide(ctx context.Context, test problem.Test, output []byte) (check.Result, error) {
	if err := os.WriteFile(t.output, output, 0o644); err != nil {
		return check.Result{}, err
	}
	result, err := t.checker.Check(ctx, check.Files{Input: test.Input, Answer: test.Answer, Output: t.output,
		Args: test.CheckerArgs, Checker: test.Checker, Scores: t.Scoring != nil})
	return result, errors.Join(err, ctx.Err())
}

// change is an output that was changed in one place.
type change struct {
	kind string // "leading zeros"
	text []byte
}

// maxPlaces bounds the tokens of an output that are changed, one at a time: the first, the last and some between.
const maxPlaces = 3

var (
	token   = regexp.MustCompile(`\S+`)
	decimal = regexp.MustCompile(`^([+-]?)([0-9]+)(\.[0-9]+)?$`)
)

// changes are changed versions of an output, none of them equal to it or to another of its kind. They depend on nothing
// but the output. White space is not changed: few checkers compare it.
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

// changedToken are changes of one token, as pairs of a kind and a text.
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
	all = append(all, [2]string{"leading zeros", sign + "00" + whole + fraction},
		[2]string{"a number with an exponent", sign + whole + fraction + "e0"})
	if sign == "" {
		all = append(all, [2]string{"a plus sign", "+" + word}, [2]string{"a number with another sign", "-" + word})
	}
	if fraction == "" {
		all = append(all, [2]string{"a decimal point", word + ".0"}, [2]string{"a number that is larger by a half",
			word + ".5"})
	} else {
		all = append(all, [2]string{"more decimals", word + "0000000001"})
	}
	if n, ok := new(big.Int).SetString(sign+whole, 10); ok && fraction == "" {
		for _, by := range []struct {
			kind string
			n    *big.Int
		}{{"a number that is larger by one", big.NewInt(1)}, {"a number that is larger by 2^32",
			new(big.Int).Lsh(big.NewInt(1), 32)}} { // which an overflow makes equal
			all = append(all, [2]string{by.kind, new(big.Int).Add(n, by.n).String()})
		}
	}
	return all
}

func swapCase(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return r - 'a' + 'A'
	case r >= 'A' && r <= 'Z':
		return r - 'A' + 'a'
	}
	return r
}
