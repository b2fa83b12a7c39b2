package judgetest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// debian maps programs to their Debian packages. It need not hold programs that have the name of their package.
var debian = map[string]string{
	"javac": "default-jdk-headless", "kotlinc": "kotlin", "scalac": "scala", "node": "nodejs", "tsc": "node-typescript",
	"mcs":  "mono-mcs",
	"mono": "mono-runtime", "ocamlopt": "ocaml-nox", "fpc": "fpc", "php": "php-cli", "go": "golang-go", "gcov": "gcc",
	"sh":   "dash",
	"true": "coreutils", "swipl": "swi-prolog-nox", "Rscript": "r-base-core",
	"mkfs.ext4": "e2fsprogs", "ziptool": "ziptool",
}

// Versions maps tools to the arguments that make them print their version. A test of package compile compares this
// table with languages.yaml.
var Versions = map[string][]string{
	"gcc": {"--version"}, "cc": {"--version"}, "g++": {"--version"}, "c++": {"--version"}, "go": {"version"},
	"python3": {"--version"},
	"pypy3":   {"--version"}, "javac": {"--version"}, "java": {"-version"}, "kotlinc": {"-version"},
	"scalac": {"-version"}, "scala": {"-version"},
	"rustc": {"--version", "--verbose"}, "node": {"--version"}, "nodejs": {"--version"}, "tsc": {"--version"},
	"mcs": {"--version"},
	"csc": {"--version"}, "mono": {"--version"}, "ghc": {"--version"}, "ocamlopt": {"-version"}, "fpc": {"-iV"},
	"ruby": {"--version"},
	"php":  {"--version"}, "perl": {"--version"}, "bash": {"--version"},
	"python2": {"--version"}, "python2.7": {"--version"}, "pypy": {"--version"},
	"lua": {"-v"}, "lua5.3": {"-v"}, "lua5.4": {"-v"}, "luac": {"-v"}, "luac5.3": {"-v"}, "luac5.4": {"-v"},
	"sbcl": {"--version"}, "swipl": {"--version"}, "Rscript": {"--version"},
}

// Version managers such as pyenv put scripts before the interpreters. Such a script takes ten times as long to start as
// its interpreter, so tests look for programs in other folders first.
func init() {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	shims := func(dir string) int { return strings.Count(filepath.Base(dir), "shims") }
	slices.SortStableFunc(dirs, func(a, b string) int { return shims(a) - shims(b) })
	os.Setenv("PATH", strings.Join(dirs, string(filepath.ListSeparator)))
}

// Need returns the path of the first program in names that is on the PATH and works. If there is no such program, Need
// skips the test and says how to install one.
func Need(t testing.TB, names ...string) string {
	t.Helper()
	var broken error
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if err = Works(path, Versions[name]); err == nil {
			return path
		}
		broken = err
	}
	of := names[0]
	if debian[of] != "" {
		of = debian[of]
	}
	why := fmt.Sprintf("needs %s on the PATH; install it", strings.Join(names, " or "))
	if broken != nil {
		why = fmt.Sprintf("needs %s that works: %v; fix it, or install another", strings.Join(names, " or "), broken)
	}
	t.Skipf("%s, for example with: apt-get install %s", why, of)
	return ""
}

// Works makes the program at a path print its version. version holds the arguments for this, and env holds extra
// environment variables such as "HOME=/tmp". If the program fails, the error holds the first line of its output. If
// version is empty, the program counts as working.
func Works(path string, version []string, env ...string) error {
	if len(version) == 0 {
		return nil
	}
	asked := strings.Join(append([]string{path, os.Getenv("HOME")}, env...), "\x00")
	answer, _ := answers.LoadOrStore(asked, sync.OnceValue(func() error {
		cmd := exec.Command(path, version...)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		if err == nil {
			return nil
		}
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return errors.New(strings.TrimSuffix(fmt.Sprintf("%s: %v: %s", strings.Join(cmd.Args, " "), err, first), ": "))
	}))
	return answer.(func() error)()
}

// answers caches the results of Works, because some tools take a second to print their version.
var answers sync.Map

// Long skips the test if -short is set, and logs why the test takes long.
func Long(t testing.TB, why string) {
	t.Helper()
	if testing.Short() {
		t.Skipf("left out by -short: %s", why)
	}
}

// Shortened reports whether -short is set. If so, it logs which part of the test is left out. From such messages,
// .ci/tests.go learns which tests need another run without -short.
func Shortened(t testing.TB, part string) bool {
	t.Helper()
	if testing.Short() {
		t.Logf("left out by -short: %s", part)
	}
	return testing.Short()
}
