package mutate

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// cToken finds the tokens of C and C++, the longest first: comments, lines of the preprocessor, strings, characters,
// words, numbers, operators.
var cToken = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|(?m:^[ \t]*#(?:[^\n\\]|\\.)*)` +
	`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'` +
	`|[A-Za-z_][A-Za-z0-9_]*|[0-9](?:[0-9A-Za-z_.]|[eE][+-])*` +
	`|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|\S`)

// cNumber is a whole number in decimal, with the letters for its type.
var cNumber = regexp.MustCompile(`^(0|[1-9][0-9]*)([uUlL]*)$`)

// word is a token of a file.
type word struct {
	from, to int
	text     string
}

// cChanges are the changes of a file in C or C++. The tokens beside an operator show what it means: one that may be a
// sign, a pointer, a reference or a bracket of a template is not changed. A change that does not compile proves
// nothing.
func cChanges(text []byte) []change {
	words := cWords(text)
	var changes []change
	for i, in := range declarations(words) {
		w := words[i]
		replace := func(is string) { changes = append(changes, newChange(text, w.from, w.to, is, in)) }
		if m := cNumber.FindStringSubmatch(w.text); m != nil {
			if v, err := strconv.ParseInt(m[1], 10, 64); err == nil {
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
		if w.text == "!" && after != "=" {
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

// cWords are the tokens of a file, without comments and lines of the preprocessor.
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

// typeWords stand before a * or & that makes a type, or a < that opens a template.
var typeWords = []string{"int", "char", "long", "short", "unsigned", "signed", "bool", "void", "const", "double",
	"float", "auto", "vector", "pair", "set", "map", "template",
	"static_cast", "operator", "return", "case", "uint16_t", "uint32_t", "uint64_t", "int32_t", "int64_t"}

// binary reports whether an operator stands between two operands.
func binary(operator, before, after string) bool {
	switch operator {
	case "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "<<", ">>":
		return operand(before, ")]") && operand(after, "(!~-&*") && !slices.Contains(typeWords, before) &&
			!slices.Contains(typeWords, after)
	}
	return true
}

// operand reports whether a token is a name, a number, or one of these brackets and signs.
func operand(token, others string) bool {
	if token == "" {
		return false
	}
	c := token[0]
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '\'' ||
		len(token) == 1 && strings.ContainsRune(others, rune(c))
}

// namelessWords, as typeWords, are no names of declarations.
var namelessWords = []string{"public", "private", "protected", "namespace", "extern"}

// declarations says of each token which declaration of the file it belongs to: "main", "Board::search", or "" for one
// without a name. The name is the first word with a bracket, a comma or the like behind it.
func declarations(words []word) []string {
	names := make([]string, len(words))
	outer := []string{""} // the names of the classes and namespaces around, each within those before it
	begin, depth, name, opens := 0, 0, "", false
	end := func(i int) {
		for ; begin <= i; begin++ {
			names[begin] = name
		}
		name, opens = "", false
	}
	for i, w := range words {
		if depth == 0 && name == "" && isName(words[i:]) {
			name = w.text
			if i > 1 && words[i-1].text == "::" { // a method outside its class
				name = words[i-2].text + "::" + name
			}
			if around := outer[len(outer)-1]; around != "" {
				name = around + "::" + name
			}
		}
		switch w.text {
		case "class", "struct", "union", "namespace", "extern":
			opens = depth == 0
		case "=":
			opens = false
		case "(", "[":
			opens = false
			depth++
		case "{":
			if opens {
				outer = append(outer, cmp.Or(name, outer[len(outer)-1]))
				end(i)
			} else {
				depth++
			}
		case ")", "]":
			depth = max(depth-1, 0)
		case "}":
			if depth == 0 && len(outer) > 1 {
				outer = outer[:len(outer)-1]
			}
			if depth = max(depth-1, 0); depth == 0 {
				end(i)
			}
		case ";":
			if depth == 0 {
				end(i)
			}
		}
	}
	end(len(words) - 1)
	return names
}

// isName reports whether the first word names a declaration.
func isName(words []word) bool {
	first := words[0].text
	return first == "operator" || len(words) > 1 && strings.Contains("([{=,;:", words[1].text) && operand(first, "") &&
		(first[0] < '0' || first[0] > '9') && first[0] != '\'' &&
		!slices.Contains(typeWords, first) && !slices.Contains(namelessWords, first)
}
