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
	var words []word
	for _, m := range cToken.FindAllIndex(text, -1) {
		w := word{m[0], m[1], string(text[m[0]:m[1]])}
		if strings.HasPrefix(w.text, "//") || strings.HasPrefix(w.text, "/*") ||
			strings.HasPrefix(strings.TrimSpace(w.text), "#") {
			continue
		}
		words = append(words, w)
	}
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

var cName = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// accessWords stand before a colon in a class, namelessWords before the brace of a namespace without a name.
var (
	accessWords   = []string{"public", "private", "protected"}
	namelessWords = []string{"namespace", "extern"}
)

// declarations says of each token which declaration of the file it belongs to: "main", "Board::search", or "" for one
// without a name. The name is the first word with a bracket, a comma or the like behind it.
func declarations(words []word) []string {
	names := make([]string, len(words))
	scopes := []string{""} // the classes, structs and namespaces that are open
	begin, depth, name := 0, 0, ""
	end := func(i int) {
		for ; begin <= i; begin++ {
			names[begin] = name
		}
		name = ""
	}
	for i, w := range words {
		after := ""
		if i+1 < len(words) {
			after = words[i+1].text
		}
		if depth == 0 && name == "" && (w.text == "operator" || isName(w.text) && after != "" &&
			strings.Contains("([{=,;:", after)) {
			name = w.text
			if i > 1 && words[i-1].text == "::" { // a method outside its class
				name = words[i-2].text + "::" + name
			}
			if scope := scopes[len(scopes)-1]; scope != "" {
				name = scope + "::" + name
			}
		}
		switch {
		case w.text == "{" && depth == 0 && isScope(words[begin:i]):
			scopes = append(scopes, cmp.Or(name, scopes[len(scopes)-1]))
			end(i)
		case strings.Contains("([{", w.text):
			depth++
		case strings.Contains(")]}", w.text) && depth > 0:
			if depth--; depth == 0 && w.text == "}" {
				end(i)
			}
		case w.text == "}" && depth == 0 && len(scopes) > 1:
			scopes = scopes[:len(scopes)-1]
			end(i)
		case w.text == ";" && depth == 0, w.text == ":" && i > 0 && slices.Contains(accessWords, words[i-1].text):
			end(i)
		}
	}
	end(len(words) - 1)
	return names
}

func isName(word string) bool {
	return cName.MatchString(word) && !slices.Contains(typeWords, word) && !slices.Contains(accessWords, word) &&
		!slices.Contains(namelessWords, word)
}

// isScope reports whether a { behind these words opens a class, a struct, a namespace or the like.
func isScope(words []word) bool {
	scope := false
	for _, w := range words {
		switch w.text {
		case "(", "=":
			return false
		case "class", "struct", "union", "namespace", "extern":
			scope = true
		}
	}
	return scope
}
