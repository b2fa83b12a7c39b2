package stress

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Command is the command line of a generator, from which many inputs are made. Its placeholders are
//
//	{seed}     for the number of the test, another one each time
//	{20..40}   for a number from 20 to 40, drawn for each test
//	{n}        for a number from 1 to 10
type Command struct {
	Generator string // folder below generators, or the path of a file of its own
	Group     string // below secret: its settings hold for the inputs, and a test that is kept goes there
	Place     string // where it was written: "problems/poj3074/generators/stress.yaml:5:7", "--gen"

	words [][]piece
}

// piece is a part of an argument: text, a number, or the seed.
type piece struct {
	kind      kind
	text      string
	low, high int64 // of a number: it is from these, or is high and may become as small as low
}

type kind int

const (
	isText kind = iota
	isFixed
	isDrawn
	isSeed
	isGrown // a number that grows with the seed, from low to high and again
)

// parts finds placeholders, and numbers that stand by themselves or in a list.
var parts = regexp.MustCompile(`\{[^{}]*\}|[0-9]+`)

// ParseCommand reads a command line of a generator. Words are separated by blanks; there are no quotes.
func ParseCommand(text string) (Command, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Command{}, fmt.Errorf("want a generator and its arguments, got an empty string")
	}
	c := Command{Generator: words[0]}
	for _, word := range words[1:] {
		pieces, err := parsePieces(word)
		if err != nil {
			return Command{}, fmt.Errorf("%q: %w", text, err)
		}
		c.words = append(c.words, pieces)
	}
	return c, nil
}

func parsePieces(word string) ([]piece, error) {
	var pieces []piece
	at := 0
	for _, m := range parts.FindAllStringIndex(word, -1) {
		p, err := parsePiece(word, m[0], m[1])
		if err != nil {
			return nil, err
		}
		if p.kind == isText { // it goes with what is beside it
			continue
		}
		if m[0] > at {
			pieces = append(pieces, piece{text: word[at:m[0]]})
		}
		pieces, at = append(pieces, p), m[1]
	}
	if at < len(word) {
		pieces = append(pieces, piece{text: word[at:]})
	}
	return pieces, nil
}

// mostDigits is how long a number in a command may be.
const mostDigits = 18

func parsePiece(word string, from, to int) (piece, error) {
	text := word[from:to]
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
			return piece{}, fmt.Errorf("%s stands for nothing; there are {seed}, {n}, and ranges such as {20..40}",
				text)
		}
		if b-a < 0 || b-a == math.MaxInt64 { // how many there are is no int64
			return piece{}, fmt.Errorf("%s is a range of too many numbers to draw from; name bounds of up to %d digits",
				text, mostDigits)
		}
		return piece{kind: isDrawn, low: a, high: b}, nil
	case len(text) > mostDigits || text[0] == '0' && len(text) > 1 || beside(word, from-1) || beside(word, to):
		return piece{}, nil
	}
	v, err := strconv.ParseInt(text, 10, 64)
	return piece{kind: isFixed, high: v}, err
}

// beside reports whether a byte makes the number next to it part of a name or of a fraction.
func beside(word string, at int) bool {
	if at < 0 || at >= len(word) {
		return false
	}
	b := word[at]
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_'
}

// Seeded is the command of a generator that is called with a seed and, unless both bounds are 0, with a size, which
// grows from low to high: a few tests of each size, and then again.
func Seeded(generator string, low, high int64) Command {
	c := Command{Generator: generator, Place: "the generator", words: [][]piece{{{kind: isSeed}}}}
	if high > 0 {
		c.words = append(c.words, []piece{{kind: isGrown, low: low, high: high}})
	}
	return c
}

// The sizes of a generator: so many tests of each, and so many different ones at most.
const (
	testsOfSize = 10
	mostSizes   = 50
)

// grown is the size of the test with a seed, the smallest for seed 1.
func (p piece) grown(seed uint64) int64 {
	sizes := uint64(mostSizes)
	if span := p.high - p.low; span < mostSizes {
		sizes = uint64(span) + 1
	}
	if sizes == 1 {
		return p.low
	}
	step := (seed - 1) / testsOfSize % sizes
	return p.low + int64(float64(p.high-p.low)*float64(step)/float64(sizes-1)+0.5)
}

// call is a command for one test.
type call struct {
	command *Command
	seed    uint64
	values  []int64 // of its numbers, in order
	first   bool    // of the command in a search
}

// call draws the numbers of one test. The same seed gives the same ones.
func (c *Command) call(seed uint64) call {
	random := rand.New(rand.NewPCG(seed, 0))
	one := call{command: c, seed: seed}
	for _, p := range c.numbers() {
		v := p.high
		switch p.kind {
		case isDrawn:
			v = p.low + random.Int64N(p.high-p.low+1)
		case isGrown:
			v = p.grown(seed)
		}
		one.values = append(one.values, v)
	}
	return one
}

// numbers are the pieces that are numbers.
func (c *Command) numbers() []piece {
	var all []piece
	for _, word := range c.words {
		for _, p := range word {
			if p.kind == isFixed || p.kind == isDrawn || p.kind == isGrown {
				all = append(all, p)
			}
		}
	}
	return all
}

// changes reports whether the command makes another input for another seed.
func (c *Command) changes() bool {
	for _, word := range c.words {
		for _, p := range word {
			if p.kind == isSeed || p.kind == isDrawn && p.low < p.high {
				return true
			}
		}
	}
	return false
}

// args are the arguments of the generator.
func (c call) args() []string {
	var args []string
	next := 0
	for _, word := range c.command.words {
		var b strings.Builder
		for _, p := range word {
			switch p.kind {
			case isText:
				b.WriteString(p.text)
			case isSeed:
				b.WriteString(strconv.FormatUint(c.seed, 10))
			default:
				b.WriteString(strconv.FormatInt(c.values[next], 10))
				next++
			}
		}
		args = append(args, b.String())
	}
	return args
}

func (c call) String() string {
	return strings.Join(append([]string{filepath.Base(c.command.Generator)}, c.args()...), " ")
}

// smaller are calls with one smaller number each, the smallest first, with the same seed.
func (c call) smaller() []call {
	var all []call
	for i, p := range c.command.numbers() {
		for _, v := range between(p.low, c.values[i]) {
			less := call{command: c.command, seed: c.seed, values: slices.Clone(c.values)}
			less.values[i] = v
			all = append(all, less)
		}
	}
	return all
}

// between are a few numbers from low to before v.
func between(low, v int64) []int64 {
	var all []int64
	for _, w := range []int64{low, low + 1, low + (v-low)/2, v - 1} {
		if w < v && w >= low && (len(all) == 0 || w > all[len(all)-1]) {
			all = append(all, w)
		}
	}
	return all
}
