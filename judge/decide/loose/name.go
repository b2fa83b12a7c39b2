package loose

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// kind says whether a file is an input or an answer.
type kind int

const (
	neither kind = iota
	input
	answer
)

// part is what the name of a file says: to which test the file belongs, and whether it is an input or an answer.
type part struct {
	kind kind
	key  string // the same for an input and its answer
	mark string // what the key leaves out of the name: the word, or the extension with its dot
	rank int    // rank of an answer; the answer with the lowest rank is used
}

// The words that mark inputs and answers, in order of preference. If both 1.ans and 1.out are beside 1.in, some program
// probably printed 1.out, so 1.ans is the answer.
var (
	inputWords  = []string{"in", "inp", "input", "inputs"}
	answerWords = []string{"ans", "answer", "answers", "expected", "sol", "a", "out", "output", "outputs"}
)

// read interprets the name of a file by its extension, such as .in or .ans. Without such an extension, it looks for a
// word, as in input1.txt and output1.txt, test.in.1 and test.out.1, sample_input and sample_output.
func read(name string) part {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	if stem != "" && ext != "" {
		word := strings.ToLower(ext[1:])
		if slices.Contains(inputWords, word) {
			return part{kind: input, key: stem, mark: ext}
		}
		if rank := slices.Index(answerWords, word); rank >= 0 {
			return part{kind: answer, key: stem, mark: ext, rank: rank}
		}
	}
	if !plain.MatchString(ext) {
		return part{}
	}
	return readWords(name)
}

// plain matches the extensions of names that are searched for words, such as 1.in.txt, test.in.1, test.in1 and input.
var plain = regexp.MustCompile(`^(\.txt|\.dat|\.test|\.[a-z]*[0-9]+)?$`)

// word matches a run of letters. A capital after a small letter begins a new run.
var word = regexp.MustCompile(`\p{Lu}+[^\P{L}\p{Lu}]*|[^\P{L}\p{Lu}]+`)

// readWords finds the word that marks an input or an answer. If a name has several such words, its kind is neither. In
// the key, a NUL byte replaces the word.
func readWords(name string) part {
	var found part
	for _, at := range word.FindAllStringIndex(name, -1) {
		lower := strings.ToLower(name[at[0]:at[1]])
		p := part{kind: input, key: name[:at[0]] + "\x00" + name[at[1]:], mark: name[at[0]:at[1]]}
		if rank := slices.Index(answerWords, lower); rank >= 0 && lower != "a" { // "a" may be just a name
			p.kind, p.rank = answer, rank
		} else if !slices.Contains(inputWords, lower) {
			continue
		}
		if found.kind != neither {
			return part{}
		}
		found = p
	}
	return found
}

// own returns the key without the keys of the folders.
func (p part) own() string { return p.key[strings.LastIndexByte(p.key, '/')+1:] }

// name returns the file name that has the same key and this mark. With the part's own mark, it is the original name.
func (p part) name(mark string) string {
	before, after, _ := strings.Cut(p.own(), "\x00") // if the key has no NUL byte, the mark is an extension
	return before + mark + after
}

// opposite turns the word "input", as in input1.txt, into "output", as in output1.txt.
var opposite = strings.NewReplacer("in", "out", "In", "Out", "IN", "OUT")

// answerMarks lists marks for the answer to an input with this mark, the most usual first.
func answerMarks(mark string) []string {
	word := strings.TrimPrefix(mark, ".")
	if !slices.Contains(inputWords, strings.ToLower(word)) { // in/1.txt and out/1.txt
		return []string{mark, ".ans"}
	}
	if mark != word {
		return []string{".ans"}
	}
	marks := []string{opposite.Replace(word)}
	for _, other := range answerWords {
		marks = append(marks, other, strings.ToUpper(other[:1])+other[1:]) // sampleAns
	}
	return marks
}

// testName returns the name of a test: the path of its input without a redundant extension.
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

// natural compares names in natural order: 2 before 10, and 1 before 01.
func natural(a, b string) int {
	padded := func(name string) string {
		return number.ReplaceAllStringFunc(name, func(n string) string {
			return strings.Repeat("0", max(0, 255-len(n))) + n
		})
	}
	return cmp.Or(strings.Compare(padded(a), padded(b)), len(a)-len(b), strings.Compare(a, b))
}
