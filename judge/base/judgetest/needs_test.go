package judgetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// skipping is a test that only records why it would be skipped.
type skipping struct {
	testing.TB
	why string
}

func (s *skipping) Helper() {}

func (s *skipping) Skipf(format string, args ...any) { s.why = fmt.Sprintf(format, args...) }

func TestNeed(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	tool := func(name, script string) {
		Check(t, os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	tool("rustc", "echo 'error: no toolchain\nand a lot more' >&2; exit 1")
	tool("node", "exit 1")
	tool("nodejs", "exit 0")
	tool("ziptool", "exit 1") // it has no version arguments
	for _, test := range []struct {
		names     []string
		path, why string // BIN is the folder on the PATH
	}{
		{[]string{"gcc"}, "", "needs gcc on the PATH; install it, for example with: apt-get install gcc"},
		{[]string{"javac", "ecj"}, "", "needs javac or ecj on the PATH; install it, for example with: apt-get " +
			"install default-jdk-headless"},
		{[]string{"rustc"}, "", "needs rustc that works: BIN/rustc --version --verbose: exit status 1: error: no " +
			"toolchain; fix it, or install another, for example with: apt-get install rustc"},
		{[]string{"node", "nodejs"}, "BIN/nodejs", ""},
		{[]string{"ziptool"}, "BIN/ziptool", ""},
	} {
		s := &skipping{TB: t}
		path, here := Need(s, test.names...), strings.NewReplacer("BIN", bin)
		if path != here.Replace(test.path) || s.why != here.Replace(test.why) {
			t.Errorf("got %q, skipped: %s\nwant %q, %s", path, s.why, test.path, test.why)
		}
	}
}
