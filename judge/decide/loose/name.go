package loose

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// kind is what a file is of a test.
type kind int

const (
	neither kind = iota
	input
	answer
)

// part is what the name of a file says: which test it belongs to, and what it is of it.
type part struct {
	kind kind
	key  string // the same for an input and its answer
	rank int    // of an answer: the lowest is taken
}

// The words that name inputs and answers. Earlier ones are taken before later ones: where both 1.ans and 1.out lie
// beside 1.in, the latter is what somebody's program printed.
var (
	inputWords  = []string{"in", "inp", "input", "inputs"}
	answerWords = []string{"ans", "answer", "answers", "expected", "sol", "a", "out", "output", "outputs"}
)

// read tells what a file is by its name. In .in and .ans the extension says it; else a word does: input1.txt and
// output1.txt, test.in.1 and test.out.1, sample_input and sample_output.
func read(name string) part {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	if stem != "" && ext != "" {
		word := strings.ToLower(ext[1:])
		if slices.Contains(inputWords, word) {
			return part{kind: input, key: stem}
		}
		if rank := slices.Index(answerWords, word); rank >= 0 {
			return part{kind: answer, key: stem, rank: rank}
		}
	}
	if !plain.MatchString(ext) {
		return part{}
	}
	return readWords(name)
}

// plain are the extensions of files whose names are searched for words: 1.in.txt, test.in.1, test.in1, input.
var plain = regexp.MustCompile(`^(\.txt|\.dat|\.test|\.[a-z]*[0-9]+)?$`)

// word is a part of a name: letters, of which none is small before a capital.
var word = regexp.MustCompile(`\p{Lu}+[^\P{L}\p{Lu}]*|[^\P{L}\p{Lu}]+`)

// readWords looks for the one word of a name that says what the file is. The key has a NUL byte in its place.
func readWords(name string) part {
	var found part
	for _, at := range word.FindAllStringIndex(name, -1) {
		said := strings.ToLower(name[at[0]:at[1]])
		p := part{kind: input, key: name[:at[0]] + "\x00" + name[at[1]:]}
		if rank := slices.Index(answerWords, said); rank >= 0 && said != "a" { // which is a name like any other
			p.kind, p.rank = answer, rank
		} else if !slices.Contains(inputWords, said) {
			continue
		}
		if found.kind != neither {
			return part{}
		}
		found = p
	}
	return found
}

// testName is what a test is called: the path of its input without an extension that says nothing.
func testName(path string) string {
	path = filepath.ToSlash(path)
	for _, ext := range []string{".in", ".inp", ".input", ".txt", ".dat"} {
		if stem, ok := strings.CutSuffix(path, ext); ok && stem != "" && !strings.HasSuffix(stem, "/") {
			return stem
		}
	}
	return path
}

var number = regexp.MustCompile("[0-9]+")

// natural orders names as people count: 2 before 10, and 1 before 01.
func natural(a, b string) int {
	padded := func(name string) string {
		return number.ReplaceAllStringFunc(name, func(n string) string {
			return strings.Repeat("0", max(0, 255-len(n))) + n
		})
	}
	return cmp.Or(strings.Compare(padded(a), padded(b)), len(a)-len(b), strings.Compare(a, b))
}
