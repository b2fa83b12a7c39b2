package cores

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/solutions/solutiontest"
)

var write = flag.Bool("write", false, "repair the copies of the cores in the solutions")

const markerStart = "// --- "

// originals are the files of the approaches whose solutions end with a core, word for word.
var originals = map[string][]string{
	"dlx":      {"dlx.go", "short/dlx.go"},
	"knuth":    {"knuth.go"},
	"cells":    {"cells.go"},
	"smallest": {"smallest.go"},
}

// Every solution of these approaches ends with the core that its marker line names.
func TestCopies(t *testing.T) {
	for approach, files := range originals {
		var cores []string
		for _, file := range files {
			for _, core := range strings.Split(judgetest.Read(t, file), "\n"+markerStart)[1:] {
				cores = append(cores, markerStart+strings.TrimRight(core, "\n")+"\n")
			}
		}
		for _, problem := range solutiontest.Problems() {
			path := "../" + problem + "/" + approach + "/main.go"
			got := judgetest.Read(t, path)
			want, err := withCore(got, cores)
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			same(t, path, got, want)
		}
	}
}

// The rungs knuth, cells and smallest differ only in their header comment and their core, so a difference in time is
// due to the core. The program of knuth is the original.
func TestRungs(t *testing.T) {
	types := map[string]string{"cells": "Cells\n", "smallest": "Arrays\n"}
	for _, rung := range solutiontest.Own(solutiontest.Problems()...) {
		problem, approach, _ := strings.Cut(rung, "/")
		if types[approach] == "" {
			continue
		}
		path := "../" + rung + "/main.go"
		got := judgetest.Read(t, path)
		knuth, _, err := cutAtMarker(judgetest.Read(t, "../"+problem+"/knuth/main.go"))
		if err != nil {
			t.Errorf("%s/knuth: %v", problem, err)
			continue
		}
		_, core, err := cutAtMarker(got)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		want, err := withProgram(got, strings.Replace(knuth, "Links\n", types[approach], 1)+core)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		same(t, path, got, want)
	}
}

// The 16×16 sudoku of ZOJ is that of POJ: the programs may differ only in their header comment. The cores are repaired
// first, so that -write copies them to these programs, too.
func TestTwins(t *testing.T) {
	for _, twin := range solutiontest.Own("zoj3122") {
		path := "../" + twin + "/main.go"
		if strings.HasSuffix(twin, "-cpp") {
			path = "../" + twin + "/main.cpp"
		}
		original := strings.Replace(path, "zoj3122", "poj3076", 1)
		got := judgetest.Read(t, path)
		want, err := withProgram(got, judgetest.Read(t, original))
		if err != nil {
			t.Errorf("%s and %s: %v", path, original, err)
			continue
		}
		same(t, path, got, want)
	}
}

// withCore returns the solution with the one of these cores that its marker line names.
func withCore(solution string, cores []string) (string, error) {
	own, copied, err := cutAtMarker(solution)
	if err != nil {
		return "", err
	}
	marker, _, _ := strings.Cut(copied, "\n")
	for _, core := range cores {
		if strings.HasPrefix(core, marker+"\n") {
			return own + core, nil
		}
	}
	return "", errors.New("no core begins with the marker line " + marker)
}

// cutAtMarker cuts a source before its marker line.
func cutAtMarker(source string) (before, core string, err error) {
	before, rest, found := strings.Cut(source, "\n"+markerStart)
	if !found {
		return "", "", errors.New("no marker line, " + markerStart + "… (the same in every solution) ---")
	}
	if strings.Contains(rest, "\n"+markerStart) {
		return "", "", errors.New("more than one marker line")
	}
	return before + "\n", markerStart + rest, nil
}

// withProgram returns the original under the header comment of its twin.
func withProgram(twin, original string) (string, error) {
	for _, begin := range []string{"\npackage main\n", "\n#include"} {
		header, _, ok := strings.Cut(twin, begin)
		_, program, ok2 := strings.Cut(original, begin)
		if ok && ok2 {
			return header + begin + program, nil
		}
	}
	return "", errors.New("no program below a header comment")
}

// same fails the test if the file is not as it should be, or repairs it.
func same(t *testing.T, path, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	if !*write {
		wantLines, gotLines := strings.Split(want+"\n", "\n"), strings.Split(got+"\n", "\n")
		line := 0
		for line < len(wantLines)-1 && line < len(gotLines)-1 && wantLines[line] == gotLines[line] {
			line++
		}
		t.Errorf("%s:%d: not a faithful copy; repair it with: go test ./solutions/cores -write\nwant %q\ngot  %q",
			path, line+1, wantLines[line], gotLines[line])
		return
	}
	judgetest.Check(t, os.WriteFile(path+".new", []byte(want), 0o644))
	judgetest.Check(t, os.Rename(path+".new", path))
	t.Logf("repaired %s", path)
}

func TestWithCore(t *testing.T) {
	const exact, repeated = markerStart + "exact ---\nnew\n", markerStart + "repeated ---\nother\n"
	tests := []struct{ name, solution, want, err string }{
		{"faithful", "own\n" + exact, "own\n" + exact, ""},
		{"changed", "own\n" + markerStart + "exact ---\nold\nold\n", "own\n" + exact, ""},
		{"cut off", "own\n" + markerStart + "repeated ---", "own\n" + repeated, ""},
		{"no marker line", "own\n", "", "no marker line, " + markerStart + "… (the same in every solution) ---"},
		{"two marker lines", "own\n" + exact + repeated, "", "more than one marker line"},
		{"unknown", "own\n" + markerStart + "ex\n", "", "no core begins with the marker line " + markerStart + "ex"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := withCore(test.solution, []string{exact, repeated})
			message := ""
			if err != nil {
				message = err.Error()
			}
			if diff := cmp.Diff([]string{test.want, test.err}, []string{got, message}); diff != "" {
				t.Errorf("solution and error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithProgram(t *testing.T) {
	got, err := withProgram("// ZOJ\npackage main\n\nold\n", "// POJ\n// header\npackage main\n\nnew\n")
	if want := "// ZOJ\npackage main\n\nnew\n"; got != want || err != nil {
		t.Errorf("got %q and error %v, want %q", got, err, want)
	}
	if _, err := withProgram("package main\n", "// POJ\npackage main\n"); err == nil {
		t.Error("no header comment: no error")
	}
}
