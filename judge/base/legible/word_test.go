package legible

import (
	"os/exec"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// FuzzWord: a shell reads back what was written, and nothing in it acts on a terminal.
func FuzzWord(f *testing.F) {
	judgetest.Need(f, "bash")
	for _, arg := range []string{"a.cpp:1", "", "a b", "it's", "$HOME`x`", "a\nb", "\x1b[2J'\\", "größe", "\xff", "*"} {
		f.Add(arg)
	}
	f.Fuzz(func(t *testing.T, arg string) {
		for _, b := range []byte(arg) {
			if b == 0 {
				t.Skip("no argument can hold it")
			}
		}
		word := Word(arg)
		out, err := exec.Command("bash", "-c", "printf %s "+word).Output()
		if err != nil || string(out) != arg || Line(word) != word {
			t.Errorf("%q is written %s and read as %q: %v", arg, word, out, err)
		}
	})
}
