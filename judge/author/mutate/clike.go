package mutate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// cToken matches the tokens of C and C++: comments, preprocessor lines, strings, characters, words, numbers and
// operators. Longer operators precede their prefixes.
var cToken = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|(?m:^[ \t]*#(?:[^\n\\]|\\.)*)` +
	`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'` +
	`|[A-Za-z_][A-Za-z0-9_]*|\.?[0-9](?:[eEpP][+-]|'[0-9A-Za-z]|[0-9A-Za-z_.])*` +
	`|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|\S`)

// cNumber matches a decimal integer, perhaps with separators, and the suffix for its type: 10UL, 1'000'000.
var cNumber = regexp.MustCompile(`^(0|[1-9][0-9']*)([uUlL]*)$`)

// word is a token of a file.
type word struct {
	from, to int
	text     string
}

// cChanges returns the possible changes of a file in C or C++. It guesses from the neighbouring tokens whether an
// operator is a sign, a pointer, a reference or a template bracket, and skips such operators. A wrong guess does no
// harm if the mutant does not compile.
func cChanges(text []byte) []change {
	words := cWords(text)
	var changes []change
	for i, w := range words {
		replace := func(is string) { changes = append(changes, newChange(text, w.from, w.to, is)) }
		if m := cNumber.FindStringSubmatch(w.text); m != nil {
			if v, err := strconv.ParseInt(strings.ReplaceAll(m[1], "'", ""), 10, 64); err == nil {
				replace(strconv.FormatInt(v+1, 10) + m[2])
				if v > 0 {
					replace(strconv.FormatInt(v-1, 10) + m[2])
				}
			}
			continue
		}
		before, after := "", ""
		if i > 0 {
			before = words[i-1].text
		}
		if i+1 < len(words) {
			after = words[i+1].text
		}
		if w.text == "!" && after != "=" || w.text == "not" {
			replace("")
		}
		if !binary(w.text, before, after) {
			continue
		}
		for _, is := range other[w.text] {
			replace(is)
		}
	}
	return changes
}

// cWords returns the tokens of a file, except comments and preprocessor lines.
func cWords(text []byte) (words []word) {
	for _, m := range cToken.FindAllIndex(text, -1) {
		w := word{m[0], m[1], string(text[m[0]:m[1]])}
		if strings.HasPrefix(w.text, "//") || strings.HasPrefix(w.text, "/*") ||
			strings.HasPrefix(strings.TrimSpace(w.text), "#") {
			continue
		}
		words = append(words, w)
	}
	return words
}

// typeWords lists keywords, operators that are words, and names of types. An operator beside such a word is not binary:
// it is a type's * or &, a template's <, or a sign.
var typeWords = []string{"int", "char", "long", "short", "unsigned", "signed", "bool", "void", "const", "double",
	"float", "auto", "vector", "pair", "set", "map", "template",
	"static_cast", "operator", "return", "case", "and", "or", "not", "xor", "uint16_t", "uint32_t", "uint64_t",
	"int32_t", "int64_t"}

// binary reports whether an ambiguous operator, such as * or <, is between two operands. It returns true for all other
// tokens.
func binary(operator, before, after string) bool {
	switch operator {
	case "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "<<", ">>":
		return operand(before, ")]") && operand(after, "(!~-&*") && !slices.Contains(typeWords, before) &&
			!slices.Contains(typeWords, after)
	}
	return true
}

// operand reports whether a token is a name, a number, a character constant, or a character of the string others.
func operand(token, others string) bool {
	if token == "" {
		return false
	}
	c := token[0]
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '\'' ||
		c == '.' && len(token) > 1 || len(token) == 1 && strings.ContainsRune(others, rune(c))
}
