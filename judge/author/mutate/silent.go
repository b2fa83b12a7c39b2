package mutate

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
)

// span is a part of a file.
type span struct{ from, to int }

// silentIn finds the parts of a file in which no fault of a checker shows in a verdict: what a message shows, which are
// the arguments behind a format of several words; what is returned beside an error; and statuses that are neither 42
// nor 43, with which a checker fails whatever they are. What is printed to standard output may be a submission's input.
func silentIn(file string, text []byte) ([]span, error) {
	switch {
	case isC(file):
		return cSilent(text), nil
	case mutable(file):
		return goSilent(text)
	}
	return nil, nil
}

// verb is a place in a format for a value, and severalWords a text that people read.
var (
	verb         = regexp.MustCompile(`%[-+ #0-9.*]*[a-zA-Z]+`)
	severalWords = regexp.MustCompile(`[A-Za-z]{2,}[,:;]? +(?:.* )?[A-Za-z]{2,}`)
)

// isMessage reports whether a string, as it is in a source, is the format of a message for people.
func isMessage(literal string) bool {
	return verb.MatchString(literal) && severalWords.MatchString(verb.ReplaceAllString(literal, "%"))
}

func goSilent(text []byte) ([]span, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var spans []span
	ast.Inspect(tree, func(n ast.Node) bool {
		add := func(from ast.Node) {
			spans = append(spans, span{files.Position(from.Pos()).Offset, files.Position(n.End()).Offset})
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			i := slices.IndexFunc(n.Args, func(x ast.Expr) bool {
				literal, ok := x.(*ast.BasicLit)
				return ok && literal.Kind == token.STRING && isMessage(literal.Value)
			})
			if i >= 0 && !prints(n) {
				add(n.Args[i])
			}
		case *ast.ReturnStmt:
			if k := len(n.Results) - 1; k > 0 {
				name, ok := n.Results[k].(*ast.Ident)
				call, made := n.Results[k].(*ast.CallExpr)
				if ok && name.Name == "err" || made && complains(call) {
					add(n)
				}
			}
		}
		return true
	})
	return spans, nil
}

// prints reports whether a call prints to standard output: fmt.Println and its like.
func prints(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := f.X.(*ast.Ident)
	return ok && of.Name == "fmt" && slices.Contains([]string{"Print", "Printf", "Println"}, f.Sel.Name)
}

func cSilent(text []byte) []span {
	words := cWords(text)
	names := declarations(words)
	var spans []span
	for i, w := range words {
		status := func(k int, end string) bool {
			return i+k+1 < len(words) && cNumber.MatchString(words[i+k].text) && words[i+k].text != "42" &&
				words[i+k].text != "43" && words[i+k+1].text == end
		}
		switch {
		case w.text == "return" && names[i] == "main" && status(1, ";"):
			spans = append(spans, span{w.from, words[i+1].to})
		case w.text == "exit" && status(2, ")"):
			spans = append(spans, span{w.from, words[i+2].to})
		case w.text[0] == '"' && isMessage(w.text) && !printed(words[:i]):
			spans = append(spans, span{w.from, argumentsEnd(words[i:])})
		}
	}
	return spans
}

// printed reports whether the next word is what printf prints to standard output.
func printed(before []word) bool {
	n := len(before)
	return n > 1 && before[n-1].text == "(" && before[n-2].text == "printf"
}

// argumentsEnd is where the arguments end of which the first word is one.
func argumentsEnd(words []word) int {
	depth := 0
	for _, w := range words {
		switch w.text {
		case "(":
			depth++
		case ")":
			if depth--; depth < 0 {
				return w.to
			}
		case ";", "{", "}":
			return w.from
		}
	}
	return words[len(words)-1].to
}
