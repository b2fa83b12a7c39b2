package terminal

import (
	"encoding/json"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// Text that the runner of GitHub Actions would take as a command is shown with an escape; everything else stays as it
// is.
func TestWorkflow(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"::error::x\n", ":\\u003aerror::x\n"},
		{"row\n \t::stop-commands::x\n", "row\n \t:\\u003astop-commands::x\n"},
		{"row\r::error::x", "row\r:\\u003aerror::x"},
		{"\u00a0\u2003::error::x", "\u00a0\u2003:\\u003aerror::x"},
		{"\x1b[31m::error::x", "\x1b[31m::error::x"}, // the runner does not trim escape sequences
		{"x::error::x\n- ::error::\n: :error\n", "x::error::x\n- ::error::\n: :error\n"},
		{":::error::", ":\\u003a:error::"},
		{"said ##[add-mask]a", "said ##\\u005badd-mask]a"},
		{"####[error]x", "####\\u005berror]x"},
		{"# [x] ##x[y] #[z]\n##\n[", "# [x] ##x[y] #[z]\n##\n["},
		{"", ""},
	} {
		var whole, pieces strings.Builder
		w := &Workflow{to: &whole}
		if n, err := w.Write([]byte(test.text)); n != len(test.text) || err != nil {
			t.Errorf("%q: wrote %d of %d bytes: %v", test.text, n, len(test.text), err)
		}
		w = &Workflow{to: &pieces}
		for i := range len(test.text) {
			w.Write([]byte{test.text[i]})
		}
		if whole.String() != test.want || pieces.String() != test.want {
			t.Errorf("%q: got %q, in pieces %q, want %q", test.text, whole.String(), pieces.String(), test.want)
		}
	}
}

// FuzzWorkflow checks that no line is a command by the runner's own rules, and that a JSON document keeps its meaning.
func FuzzWorkflow(f *testing.F) {
	f.Add("a\n ::error::\u2028::x ##[b]")
	f.Add("###[a\r\n\t::::")
	f.Fuzz(func(t *testing.T, text string) {
		var out strings.Builder
		(&Workflow{to: &out}).Write([]byte(text))
		for _, line := range strings.FieldsFunc(out.String(), func(r rune) bool { return r == '\n' || r == '\r' }) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
				t.Errorf("%q is a command", line)
			}
		}
		document, err := json.Marshal([]string{text})
		judgetest.Check(t, err)
		var before, after []string
		out.Reset()
		(&Workflow{to: &out}).Write(document)
		if json.Unmarshal(document, &before) != nil || json.Unmarshal([]byte(out.String()), &after) != nil ||
			before[0] != after[0] {
			t.Errorf("the document %s became %s", document, out.String())
		}
	})
}
