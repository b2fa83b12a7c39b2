package judgetest

import (
	"os/exec"
	"strings"
	"testing"
)

// debian are the Debian packages of programs that are called otherwise.
var debian = map[string]string{
	"javac": "default-jdk-headless", "kotlinc": "kotlin", "scalac": "scala", "node": "nodejs", "tsc": "node-typescript", "mcs": "mono-mcs",
	"mono": "mono-runtime", "ocamlopt": "ocaml-nox", "fpc": "fpc", "php": "php-cli", "go": "golang-go", "gcov": "gcc", "sh": "dash",
	"true": "coreutils", "mkfs.ext4": "e2fsprogs", "ziptool": "ziptool",
}

// Need is the path of the first of the programs that is on the PATH. It skips a test on a machine that has none, and says how to
// get one.
func Need(t testing.TB, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	of := names[0]
	if debian[of] != "" {
		of = debian[of]
	}
	t.Skipf("needs %s on the PATH; install it, for example with: apt-get install %s", strings.Join(names, " or "), of)
	return ""
}

// Long skips a test with -short, and says why it takes long.
func Long(t testing.TB, why string) {
	t.Helper()
	if testing.Short() {
		t.Skipf("left out by -short: %s", why)
	}
}
