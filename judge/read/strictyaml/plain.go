package strictyaml

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml"
)

// sentences stand in place of the YAML library's messages, by a part of these. The first that fits counts.
var sentences = []struct{ part, said string }{
	{"sequence end token ']'", "this [ has no ] behind it, for example: [1, 2]"},
	{"',' or ']' must be", "in [ and ], commas separate the values, for example: [1, 2]"},
	{"'[' character", "this ] has no [ before it, for example: [1, 2]"},
	{"expected sequence element", "in [ and ], a value is missing before a comma, for example: [1, 2]"},
	{"mapping end token '}'", "this { has no } behind it, for example: {time_limit: 2}"},
	{"',' or '}' must be", "in { and }, commas separate the keys, for example: {time_limit: 2, memory: 64}"},
	{"'{' character", "this } has no { before it, for example: {time_limit: 2}"},
	{"flow map content", "in { and }, write keys with their values, for example: {time_limit: 2}"},
	{"mapping value is not allowed", "a second : in this line, or more blanks before it than before its neighbours; " +
		"put a text with a colon in quotes, for example: name: 'A: B'"},
	{"end character of", "a text begins with a quote here and has none at its end, for example: name: 'A: B'"},
	{"tab character", "a tab; indent with blanks, for example: \"  memory: 64\""},
	{"reserved character", "a text cannot begin with this character; put it in quotes, for example: name: '@x'"},
	{"header option", "behind | or > stand only a + or a - and the number of blanks, and the text on the next lines"},
	{"line break", "this key goes over two lines; write it in one, for example: name: A"},
	{"block sequence entries", "a list cannot begin in the line of its key; write - on the next line"},
	{"sequence entries are not", "a list cannot begin in the line of its key; write - on the next line"},
	{"delimiter ':'", "a key needs a colon and its value, for example: name: A"},
	{"could not find value for mapping key", "a key needs a colon and its value, for example: name: A"},
	{"non-map value", "a text where keys are expected, or fewer blanks than before its neighbours; write a key with " +
		"a colon, for example: name: A"},
	{"pre-defined", "a key and a text in one place; indent keys of one level alike, for example: name: A"},
	{"anchor", "an anchor (&) names nothing here; write the value itself"},
	{"alias", "an alias (*) needs its name, and the anchor before it; write the value itself"},
	{"directive", "a directive (%) is not needed; remove the line"},
	{"YAML version", "a directive (%) is not needed; remove the line"},
	{"tag", "a tag (!) is not needed; write the value alone, or in quotes"},
	{"document separator", "a value behind ---; write it on a line of its own"},
	{"key", "no key can stand here; indent keys of one level alike, and put a text with a colon in quotes, for " +
		"example: name: 'A: B'"},
}

// inPlainWords is an error of the YAML library as a sentence that says what to write.
func inPlainWords(err error) error {
	var syntax *yaml.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	said := "this cannot be read as YAML; write one key a line with a colon and its value, and put texts with : # [ " +
		"] { } in quotes, for example: name: 'A: B'"
	for _, p := range sentences {
		if strings.Contains(syntax.Message, p.part) {
			said = p.said
			break
		}
	}
	return &yaml.SyntaxError{Message: said, Token: syntax.Token}
}
