package stress

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Command is the command line of a generator. It makes many inputs by means of placeholders:
//
//	{seed}     the seed of the test; no other test has the same one
//	{20..40}   a number from 20 to 40, drawn for each test
//	{n}        the same as {1..10}
type Command struct {
	Generator string         // the name of one of the problem's generators, or of Own
	Own       problem.Source // the user's own generator; it has no Files if the problem's generator is used
	Group     string         // a group below secret; the inputs have its settings, and kept tests are put into it
	Place     string         // where the command is, such as "problems/poj3074/generators/stress.yaml:5:7" or "--gen"

	pieces   []piece          // the arguments
	program  recipe.Generator // the built generator
	settings problem.Test     // the settings of the inputs

	inputs map[string]input // the first input of each kind; see tester.note
	varies bool             // two inputs of one kind differ
	equal  string           // the calls of two equal inputs: "gen 1 and gen 2"
}

type input struct {
	call string
	sum  [sha256.Size]byte
}

// piece is a part of the arguments: text, a number, or the seed.
type piece struct {
	kind      kind
	text      string
	low, high int64 // the range of a number; a fixed number is stored in high, and shrinking may lower it to low
}

type kind int

const (
	isText kind = iota
	isSeed
	isFixed
	isDrawn
	isGrown // a number that grows with the seed from low to high, and then starts again at low
)

// parts matches placeholders and numbers.
var parts = regexp.MustCompile(`\{[^{}]*\}|[0-9]+`)

// ParseCommand reads a command line of a generator. Blanks separate words, and quotes have no special meaning.
func ParseCommand(text string) (Command, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Command{}, fmt.Errorf("want a generator and its arguments, got an empty string")
	}
	c := Command{Generator: words[0]}
	args := strings.Join(words[1:], " ")
	at := 0
	for _, m := range parts.FindAllStringIndex(args, -1) {
		p, err := parsePiece(args, m[0], m[1])
		if err != nil {
			return Command{}, fmt.Errorf("%q: %w", text, err)
		}
		if p.kind != isText { // a piece that is text stays in args[at:]
			c.pieces, at = append(c.pieces, piece{text: args[at:m[0]]}, p), m[1]
		}
	}
	c.pieces = append(c.pieces, piece{text: args[at:]})
	return c, nil
}

// mostDigits is the maximum number of digits of a fixed number. Longer numbers are treated as text.
const mostDigits = 18

func parsePiece(args string, from, to int) (piece, error) {
	text := args[from:to]
	switch {
	case text == "{seed}":
		return piece{kind: isSeed}, nil
	case text == "{n}":
		return piece{kind: isDrawn, low: 1, high: 10}, nil
	case text[0] == '{':
		low, high, found := strings.Cut(text[1:len(text)-1], "..")
		a, errA := strconv.ParseInt(low, 10, 64)
		b, errB := strconv.ParseInt(high, 10, 64)
		if !found || errA != nil || errB != nil || a > b {
			return piece{}, fmt.Errorf("unknown placeholder %s; there are {seed}, {n}, and ranges such as {20..40}",
				text)
		}
		if b-a < 0 || b-a == math.MaxInt64 { // the number of values does not fit into an int64
			return piece{}, fmt.Errorf("the range %s is too large; give bounds of at most %d digits", text, mostDigits)
		}
		return piece{kind: isDrawn, low: a, high: b}, nil
	case len(text) > mostDigits || text[0] == '0' && len(text) > 1 || nameAt(args, from-1) || nameAt(args, to):
		return piece{}, nil
	}
	v, err := strconv.ParseInt(text, 10, 64)
	return piece{kind: isFixed, high: v}, err
}

// nameAt reports whether the byte at an index belongs to a name. A number next to such a byte is part of the name.
func nameAt(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	b := text[at]
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_'
}

// Seeded returns the command of a user's own generator. Its arguments are a seed and, if high is positive, a size. The
// size grows from low to high, with a few tests of each size, and then starts again at low.
func Seeded(generator problem.Source, low, high int64) Command {
	c := Command{Generator: generator.Name, Own: generator, Place: "the generator", pieces: []piece{{kind: isSeed}}}
	if high > 0 {
		c.pieces = append(c.pieces, piece{text: " "}, piece{kind: isGrown, low: low, high: high})
	}
	return c
}

// The number of tests of each size, and the maximum number of different sizes.
const (
	testsOfSize = 10
	mostSizes   = 50
)

// sizeFor returns the size of the test with this seed. The test with seed 1 has the smallest size.
func (p piece) sizeFor(seed uint64) int64 {
	steps := min(p.high-p.low, mostSizes-1)
	if steps == 0 {
		return p.low
	}
	step := (seed - 1) / testsOfSize % uint64(steps+1)
	return p.low + int64(float64(p.high-p.low)*float64(step)/float64(steps)+0.5)
}

// call is a command for one test.
type call struct {
	command *Command
	seed    uint64
	values  []int64 // one for each piece; the values of text and seed pieces are not used
}

// call draws the numbers of one test. The same seed gives the same numbers.
func (c *Command) call(seed uint64) call {
	random := rand.New(rand.NewPCG(seed, 0))
	values := make([]int64, len(c.pieces))
	for i, p := range c.pieces {
		switch values[i] = p.high; p.kind {
		case isDrawn:
			values[i] = p.low + random.Int64N(p.high-p.low+1)
		case isGrown:
			values[i] = p.sizeFor(seed)
		}
	}
	return call{c, seed, values}
}

// changes reports whether the input depends on the seed.
func (c Command) changes() bool {
	return slices.ContainsFunc(c.pieces, func(p piece) bool {
		return p.kind == isSeed || p.kind == isDrawn && p.low < p.high
	})
}

// args returns the arguments of the generator.
func (c call) args() []string {
	var b strings.Builder
	for i, p := range c.command.pieces {
		switch p.kind {
		case isText:
			b.WriteString(p.text)
		case isSeed:
			b.WriteString(strconv.FormatUint(c.seed, 10))
		default:
			b.WriteString(strconv.FormatInt(c.values[i], 10))
		}
	}
	return strings.Fields(b.String())
}

func (c call) String() string {
	return strings.Join(append([]string{filepath.Base(c.command.Generator)}, c.args()...), " ")
}

// smaller returns calls with the same seed. In each of them, one number is smaller than in c. For each number, the
// smallest values come first.
func (c call) smaller() []call {
	var all []call
	for i, p := range c.command.pieces {
		if p.kind < isFixed {
			continue
		}
		for _, v := range between(p.low, c.values[i]) {
			less := call{c.command, c.seed, slices.Clone(c.values)}
			less.values[i] = v
			all = append(all, less)
		}
	}
	return all
}

// between returns a few numbers in the range from low to v-1.
func between(low, v int64) []int64 {
	all := []int64{low, low + 1, low + (v-low)/2, v - 1}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(w int64) bool { return w < low || w >= v })
}

// Group is the default group of commands and of the tests that are kept.
const Group = "stress"

// File returns the path of the file that holds a problem's commands for random inputs.
func File(p *problem.Problem) string { return filepath.Join(p.Dir, "generators", "stress.yaml") }

// Commands reads the commands of a problem. The error wraps fs.ErrNotExist if the problem has no file of commands.
func Commands(p *problem.Problem) ([]Command, error) {
	doc, err := yaml.ReadFile(File(p))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; write one (judge help faults), or give a command with --gen", File(p),
			os.ErrNotExist)
	} else if err != nil {
		return nil, err
	}
	return decode(doc)
}

func decode(doc yaml.Value) (commands []Command, err error) {
	group := func(e yaml.Entry) (wrong error) {
		if !legible.IsPlainName(e.Key, 200) {
			wrong = e.At.Errorf("%q cannot name a group; use letters, digits, _ and -", e.Key)
		}
		list, err := yaml.ListOf(func(v yaml.Value) (Command, error) { return command(e.Key, v) })(e.Value)
		commands = append(commands, list...)
		return errors.Join(wrong, err)
	}
	groups := func(v yaml.Value) error { return v.Each(group) }
	if err := doc.Keys(yaml.Fields{"groups": groups}); err != nil {
		return nil, err
	}
	if len(commands) == 0 {
		return nil, fmt.Errorf("%s: no commands; add one: groups: {%s: [\"generator -seed {seed} -count {n}\"]}",
			doc.File(), Group)
	}
	return commands, nil
}

// command reads a command of a group.
func command(group string, v yaml.Value) (Command, error) {
	text, err := v.Text()
	if err != nil {
		return Command{}, err
	}
	c, err := ParseCommand(text)
	if err == nil && !legible.IsPlainName(c.Generator, 200) {
		err = fmt.Errorf("%q is not the name of a folder in generators", c.Generator)
	}
	if err != nil {
		return Command{}, v.Errorf("%v", err)
	}
	c.Group, c.Place = group, v.Place()
	return c, nil
}
