package judgetest

import (
	"fmt"
	"testing"
)

// skipping is a test that only notes why it would be skipped.
type skipping struct {
	testing.TB
	why string
}

func (s *skipping) Helper() {}

func (s *skipping) Skipf(format string, args ...any) { s.why = fmt.Sprintf(format, args...) }

func TestNeed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, test := range []struct {
		names []string
		want  string
	}{
		{[]string{"gcc"}, "needs gcc on the PATH; install it, for example with: apt-get install gcc"},
		{[]string{"javac", "ecj"}, "needs javac or ecj on the PATH; install it, for example with: apt-get install default-jdk-headless"},
	} {
		s := &skipping{TB: t}
		if path := Need(s, test.names...); path != "" || s.why != test.want {
			t.Errorf("got %q, skipped: %s\nwant %s", path, s.why, test.want)
		}
	}
}
