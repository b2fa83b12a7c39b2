package loose

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// pair is one way to name the input and the answer of a test. Both names have the same captures: % is any part of a
// name, and # is a number, with or without .txt or .dat, or nothing. The words "in", "out" and "ans" mean any of the
// words listed below, and "-" means "_", too. The answer's pattern is also the usual name of a new answer.
type pair struct {
	in, answer string
	lone       bool // an input without an answer is a test, too
}

// pairs lists the names of tests in order of preference. A file that no pattern matches is not part of a test. "judge
// help folders" prints this table, and TestFind says which tools write such names.
var pairs = []pair{
	{"in/in%", "out/out%", true},
	{"in/%.in", "out/%.out", true},
	{"in/%", "out/%", true},
	{"in/%.txt", "out/%.ans", true},
	{"%.in#", "%.ans#", true},
	{"in#", "out#", true},
	{"%input#", "%output#", true},
	{"%-in#", "%-out#", false},
	{"%.in", "answers/%.ans", false},
	{"%.in", "answers/%.txt", false},
	{"I#", "O#", false},
	{"%", "%.a", false},
}

// The words of names, in order of preference. If both 1.ans and 1.out are beside 1.in, some program probably printed
// 1.out, so 1.ans is the answer.
var (
	inputWords  = []string{"in", "inp", "input", "inputs"}
	surelyWords = []string{"ans", "answer", "answers", "expected_output", "expected-output", "expected"}
	outputWords = []string{"out", "output", "outputs"}
	afterDot    = []string{"exp", "ok", "res", "sol", "a"} // without a dot, such names often have another meaning
)

var (
	answerWords   = slices.Concat(surelyWords, outputWords)
	answerEndings = slices.Concat(surelyWords, afterDot, outputWords)
)

// wordsFor returns the words that may replace a word of a pattern, or nil if only the word itself matches. ending says
// whether the word comes after a dot.
func wordsFor(word string, ending bool) []string {
	switch word {
	case "in":
		return inputWords
	case "input":
		return inputWords[2:]
	case "answers":
		return surelyWords
	case "ans", "out", "output", "a":
		if ending {
			return answerEndings
		}
		return answerWords
	}
	return nil
}

// form is a pattern that is ready to match paths, and to make them.
type form struct {
	elements []element
	regexp   *regexp.Regexp // has a group for the folder above, and for each element that is not literal
}

type element struct {
	text    string
	words   []string // the words that it means; nil for a capture and a literal
	capture string   // the expression of what it captures; "" for a word and a literal
}

// newForm compiles a pattern. The last capture of a name does not match another extension, as in notes.md.
func newForm(pattern string) (f form) {
	whole, before := `(?is)^(?:(.*)/)?`, ""
	for _, text := range regexp.MustCompile(`[A-Za-z]+|.`).FindAllString(pattern, -1) {
		e := element{text: text, words: wordsFor(text, strings.HasSuffix(before, "."))}
		before += text
		switch {
		case e.words != nil:
			whole += "(" + strings.Join(e.words, "|") + ")"
		case text == "%" && pattern == "%": // without a digit, it is rather a program or a text
			e.capture = `([^/]*[0-9][^/]*)`
		case text == "%" && before == pattern:
			e.capture = `([^/.]+(?:\.(?:txt|dat|[^/.]*[0-9][^/.]*))*)`
		case text == "%":
			e.capture = `([^/]+?)`
		case text == "#":
			e.capture = `((?:[-_.]?[0-9]+[a-z]?)*(?:\.(?:txt|dat))?)`
		case text == "-":
			e.capture = `([-_])`
		default:
			whole += regexp.QuoteMeta(text)
		}
		whole += e.capture
		f.elements = append(f.elements, e)
	}
	f.regexp = regexp.MustCompile(whole + "$")
	return f
}

// match returns the captures in a path, beginning with the folder above, and the words. It reports whether the
// pattern matches.
func (f form) match(path string) (captures, words []string, is bool) {
	groups := f.regexp.FindStringSubmatch(path)
	if groups == nil {
		return nil, nil, false
	}
	captures, groups = groups[1:2:2], groups[2:]
	for _, e := range f.elements {
		switch {
		case e.words != nil:
			words, groups = append(words, groups[0]), groups[1:]
		case e.capture != "":
			captures, groups = append(captures, groups[0]), groups[1:]
		}
	}
	return captures, words, true
}

// paths returns the paths with these captures, the likeliest first. If words is not nil, the paths have these words.
func (f form) paths(captures, words []string) []string {
	paths := []string{captures[0]}
	if captures[0] != "" {
		paths[0] += "/"
	}
	for _, e := range f.elements {
		choices := []string{e.text}
		switch {
		case e.capture != "":
			captures = captures[1:]
			choices = captures[:1]
		case e.words != nil && words != nil:
			choices, words = words[:1], words[1:]
		case e.words != nil:
			choices = e.words
		}
		var longer []string
		for _, path := range paths {
			for _, choice := range choices {
				longer = append(longer, path+choice)
			}
		}
		paths = longer
	}
	return paths
}

// usual returns the words of a new answer, from those in the name of its input: output for input, Output for Input. If
// the pattern has a special word for answers, it is that word.
func (f form) usual(in []string) (words []string) {
	opposite := map[string]string{"input": "output", "inputs": "outputs"}
	for _, e := range f.elements {
		word, at := e.text, len(words)
		if at < len(in) && (word == "out" || word == "output") {
			if word = cmp.Or(opposite[strings.ToLower(in[at])], "out"); unicode.IsUpper(rune(in[at][0])) {
				word = strings.ToUpper(word[:1]) + word[1:]
			}
		}
		if e.words != nil {
			words = append(words, word)
		}
	}
	return words
}

// forms holds the pairs' inputs and answers.
var forms = func() (forms [2][]form) {
	for _, p := range pairs {
		forms[input], forms[answer] = append(forms[input], newForm(p.in)), append(forms[answer], newForm(p.answer))
	}
	return forms
}()

// The indexes of forms.
const input, answer = 0, 1

// testName returns the name of a test: the path of its input without a redundant extension.
func testName(path string) string {
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

func stemOf(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }
