package compile

import "testing"

// TestVersionLine: what tools print around their versions is not taken for one.
func TestVersionLine(t *testing.T) {
	for _, c := range []struct{ printed, want string }{
		{"go version go1.26.8 linux/amd64\n", "go version go1.26.8 linux/amd64"},
		{"Warning: cannot find your CPU L2 cache size in /proc/cpuinfo\nPython 3.9.16 (7.3.11+dfsg, …)\n" +
			"[PyPy 7.3.11 with GCC 12.2.0]\n", "Python 3.9.16 (7.3.11+dfsg, …)"},
		{"OpenJDK 64-Bit Server VM warning: Options -Xverify:none and -noverify were deprecated in JDK 13.0\n" +
			"info: kotlinc-jvm 1.3.31 (JRE 17.0.15)\n", "info: kotlinc-jvm 1.3.31 (JRE 17.0.15)"},
		{"Picked up JAVA_TOOL_OPTIONS: -Xmx1.5g\njavac 17.0.15\n", "javac 17.0.15"},
		{"perl: warning: Setting locale failed.\n\tLC_ALL = \"x.UTF-8\"\n\nThis is perl 5, version 36 (v5.36.0)\n",
			"This is perl 5, version 36 (v5.36.0)"},
		{"4.13.1", "4.13.1"},
		{"dash\nsecond", "dash"},
		{"warning: nothing\n", "it does not say its version"},
		{"", "it does not say its version"},
	} {
		if got := versionLine(c.printed); got != c.want {
			t.Errorf("%q: got %q, want %q", c.printed, got, c.want)
		}
	}
}
