package picture

import (
	"bytes"
	"strings"
	"testing"

	"dlxjudge/judge/judgetest"
)

func TestWrite(t *testing.T) {
	const output = "  \x1b[32m✓\x1b[0m a/b  \x1b[31mWA\x1b[0m  <&> \n\n\x1b[1mDONE\x1b[0m\r\n"
	var out bytes.Buffer
	judgetest.Check(t, Write(&out, "judge run 'a/*'", output))
	judgetest.Golden(t, "testdata/picture.svg", out.String())
	command, text, err := Text(out.Bytes())
	if want := "  ✓ a/b  WA  <&> \n\nDONE\n"; err != nil || command != "judge run 'a/*'" || text != want {
		t.Errorf("read back %q and %q, %v", command, text, err)
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, output := range []string{"\x1b[2J", "\x1b[35mviolet\x1b[0m", "\x1b["} {
		if err := Write(&bytes.Buffer{}, "judge run", output); err == nil || !strings.Contains(err.Error(), "line 1 of its output: an escape sequence that is no colour") {
			t.Errorf("%q: got %v", output, err)
		}
	}
}
