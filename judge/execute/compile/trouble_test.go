package compile

import (
	"errors"
	"strings"
	"testing"
)

// When the machine fails a compiler, that is not said of the program.
func TestMachineTrouble(t *testing.T) {
	for _, said := range []string{
		"cc1: fatal error: error writing to /tmp/x.s: No space left on device",
		"gcc: fatal error: Killed signal terminated program cc1",
		"cc1: out of memory allocating 65536 bytes after a total of 131072 bytes",
		"as: can't create out.o: Permission denied",
	} {
		newFakeCompiler(t, `echo "`+said+`"; exit 1`)
		source := newSource(t, "main.c", "right\n")
		_, err := openCache(t, t.TempDir()).Build(t.Context(), Submission, source)
		var machine *MachineError
		if !errors.As(err, &machine) || !strings.Contains(err.Error(), "gcc cannot compile on this machine: ") ||
			!strings.Contains(err.Error(), said) {
			t.Errorf("%s: got %v", said, err)
		}
		// A source that makes the compiler say so does not compile, as anyone can see by one that does.
		newFakeCompiler(t, `if ! grep -q main main.c; then echo "./main.c:1:2: error: #error `+said+`"; exit 1; fi`)
		for kills := -1; kills != outOfMemoryKills(); { // a kill of something else meanwhile would explain it
			kills = outOfMemoryKills()
			_, err = openCache(t, t.TempDir()).Build(t.Context(), Submission, source)
		}
		var broken *CompileError
		if freeSpace(t.TempDir()) < scarce {
			t.Skip("the disk is nearly full; free some of it")
		} else if !errors.As(err, &broken) {
			t.Errorf("#error %s: got %v", said, err)
		}
	}
}

// What a build script says proves as little.
func TestMachineTroubleOfScripts(t *testing.T) {
	for _, said := range []string{"No space left on device", "Permission denied", "Killed"} {
		source := newSource(t, "build", "#!/bin/sh\necho "+said+" >&2\nexit 1\n")
		_, err := openCache(t, t.TempDir()).Build(t.Context(), Submission, source)
		var broken *CompileError
		if freeSpace(t.TempDir()) < scarce {
			t.Skip("the disk is nearly full; free some of it")
		} else if !errors.As(err, &broken) || broken.Output != said {
			t.Errorf("%s: got %v", said, err)
		}
	}
}

// Where the kernel counts whom it kills for want of memory, one more explains a compiler that was killed.
func TestOutOfMemory(t *testing.T) {
	cache, source := openCache(t, t.TempDir()), newSource(t, "main.c", "right\n")
	newFakeCompiler(t, "")
	language, err := LanguageOf(source)
	if err != nil {
		t.Fatal(err)
	}
	killed := &CompileError{Output: "gcc: fatal error: Killed signal terminated program cc1"}
	c := compilation{language: language, work: t.TempDir(), programs: cache.Programs}
	var machine *MachineError
	if err := c.orMachineError(t.Context(), killed, outOfMemoryKills()-1); !errors.As(err, &machine) ||
		!strings.Contains(err.Error(), "out of memory") {
		t.Errorf("got %v", err)
	}
	wrong := &CompileError{Output: "main.c:1: wrong"}
	if err := c.orMachineError(t.Context(), wrong, outOfMemoryKills()-1); err != wrong {
		t.Errorf("got %v, want what the compiler said", err)
	}
}
