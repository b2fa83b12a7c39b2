package loose

import (
	"cmp"
	"path"
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
	answerWords     = slices.Concat(surelyWords, outputWords)
	answerEndings   = slices.Concat(surelyWords, afterDot, outputWords)
	patternElements = regexp.MustCompile(`[A-Za-z]+|.`)
)

// wordsFor returns the words that a word of a pattern means, or nil if it means only itself.
func wordsFor(word string, before string) []string {
	switch word {
	case "in":
		return inputWords
	case "input":
		return inputWords[2:]
	case "answers":
		return surelyWords
	case "ans", "out", "output", "a":
		if strings.HasSuffix(before, ".") {
			return answerEndings
		}
		return answerWords
	}
	return nil
}

// name is a pattern that was matched with a path: the folders above, the captures, and the words.
type name struct {
	key   string // the folders and the captures, which are the same for an input and its answer
	words []string
	rank  int // the lower, the likelier that an answer is right
}

// matcher finds the parts of a path.
type matcher struct {
	form    *regexp.Regexp
	choices [][]string // the words that each group of the form matches; nil for a capture
}

// newMatcher compiles a pattern. The last capture of a name does not match another extension, as in notes.md.
func newMatcher(pattern string) matcher {
	m := matcher{choices: [][]string{nil}}
	form, before := `(?is)^(?:(.*)/)?`, ""
	for _, element := range patternElements.FindAllString(pattern, -1) {
		words := wordsFor(element, before)
		before += element
		switch {
		case words != nil:
			form += "(" + strings.Join(words, "|") + ")"
		case element == "%" && pattern == "%": // without a digit, it is rather a program or a text
			form += `([^/]*[0-9][^/]*)`
		case element == "%" && before == pattern:
			form += `([^/.]+(?:\.(?:txt|dat|[^/.]*[0-9][^/.]*))*)`
		case element == "%":
			form += `([^/]+?)`
		case element == "#":
			form += `((?:[-_.]?[0-9]+[a-z]?)*(?:\.(?:txt|dat))?)`
		case element == "-":
			form += `([-_])`
		default:
			form += regexp.QuoteMeta(element)
			continue
		}
		m.choices = append(m.choices, words)
	}
	m.form = regexp.MustCompile(form + "$")
	return m
}

// match returns the parts of a path with slashes, and whether the pattern matches it.
func (m matcher) match(path string) (name, bool) {
	groups := m.form.FindStringSubmatch(path)
	if groups == nil {
		return name{}, false
	}
	var n name
	for i, choices := range m.choices {
		if choices == nil {
			n.key += groups[i+1] + "//" // no path contains this
			continue
		}
		n.words = append(n.words, groups[i+1])
		n.rank = n.rank*len(answerEndings) + slices.Index(choices, strings.ToLower(groups[i+1]))
	}
	return n, true
}

// forms holds the matchers of the pairs' inputs and answers.
var forms = func() (forms [2][]matcher) {
	for _, p := range pairs {
		forms[input] = append(forms[input], newMatcher(p.in))
		forms[answer] = append(forms[answer], newMatcher(p.answer))
	}
	return forms
}()

// The indexes of forms.
const input, answer = 0, 1

// newAnswer returns the path of a new answer to an input: the pattern of the pair's answer, with the captures of the
// input's name. The words are those of another test, or the usual ones if they are nil.
func (p pair) newAnswer(in name, words []string) string {
	captures := strings.Split(in.key, "//")
	text, before, taken, at := "", "", 0, 0
	for _, element := range patternElements.FindAllString(p.answer, -1) {
		choices := wordsFor(element, before)
		before += element
		switch {
		case strings.Contains("%#-", element):
			taken++
			text += captures[taken]
		case choices == nil:
			text += element
		case words != nil:
			text += words[at]
			at++
		case at < len(in.words):
			text += opposite(in.words[at], element)
			at++
		default:
			text += element
		}
	}
	return path.Join(captures[0], text)
}

// opposite returns the usual word for the answer to a word for an input: "Output" for "Input". If the pattern has a
// special word for answers, it is that word.
func opposite(in, word string) string {
	if word == "out" || word == "output" {
		word = map[string]string{"input": "output", "inputs": "outputs"}[strings.ToLower(in)]
		if word = cmp.Or(word, "out"); unicode.IsUpper(rune(in[0])) {
			word = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return word
}

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
