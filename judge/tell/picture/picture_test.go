package picture

import (
	"bytes"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
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
		if err := Write(&bytes.Buffer{}, "judge run", output); err == nil || !strings.Contains(err.Error(),
			"line 1 of its output: an escape sequence that is no colour") {
			t.Errorf("%q: got %v", output, err)
		}
	}
}

// FuzzWrite: a picture of any output is XML, and its text is the output without colours.
func FuzzWrite(f *testing.F) {
	f.Add("judge run", "  \x1b[32m✓\x1b[0m a/b  \x1b[31mWA\x1b[0m  <&> \n\n\x1b[1mDONE\x1b[0m\r\n")
	f.Add("a\x00", "]]>\xff\ufffe\r\t")
	f.Fuzz(func(t *testing.T, command, output string) {
		var out bytes.Buffer
		if err := Write(&out, command, output); err != nil {
			return
		}
		_, text, err := Text(out.Bytes())
		if err != nil {
			t.Fatalf("%q: %v", out.String(), err)
		}
		plain := strings.NewReplacer("\x1b[1m", "", "\x1b[2m", "", "\x1b[31m", "", "\x1b[32m", "", "\x1b[33m", "",
			"\x1b[0m", "").Replace(output)
		if got, want := strings.Count(text, "\n"), 1+strings.Count(strings.TrimRight(plain, "\r\n"), "\n"); got < want {
			t.Errorf("%q has %d lines, want %d", output, got, want)
		}
	})
}
