package workload

import "testing"

func TestSplit(t *testing.T) {
	for _, text := range [][2]string{{"1\n2\n", "3\n"}, {"", ""}, {"", "3"}, {"12", ""}} {
		input, answer, ok := split(joined([]byte(text[0]), []byte(text[1])))
		if !ok || string(input) != text[0] || string(answer) != text[1] {
			t.Errorf("%q: got %q, %q, %v", text, input, answer, ok)
		}
	}
	for _, entry := range []string{"", "\n", "3\n12", "-1\n12", "x\n12"} {
		if input, answer, ok := split([]byte(entry)); ok {
			t.Errorf("%q is read as %q and %q", entry, input, answer)
		}
	}
}
