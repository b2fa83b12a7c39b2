package poj3074_test

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// The judge's compiler is old: what is C++98 without a warning today is what it should take.
func TestCPlusPlusCompilesWithoutWarnings(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip(err)
	}
	build := exec.Command("g++", "-std=c++98", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror", "-o",
		filepath.Join(t.TempDir(), "program"), "../../solutions/poj3074/dlx-cpp/main.cpp")
	if message, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%s", build, err, message)
	}
}
