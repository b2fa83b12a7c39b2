package problem

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// TestReadFolder reads what judge.yaml says in a folder that is not a package.
func TestReadFolder(t *testing.T) {
	for text, want := range map[string]FolderSettings{
		"": {},
		"checker: check.cpp\nbrute: none\neps: 1e-6\nplain: true\nlanguage: pypy3\n" +
			"limits: {time_limit: 1.5, memory: 256}\ndefines: [LOCAL, N=5]\ninput_file: cow.in\n" +
			"output_file: cow.out\njudge: poj\nid: 3074\n": {
			Programs: map[string]string{"checker": "check.cpp", "brute": "none"}, Epsilon: 1e-6, Plain: true,
			Language: "pypy3", Time: 1500 * time.Millisecond, Memory: 256 << 20, Defines: []string{"LOCAL", "N=5"},
			InputFile: "cow.in", OutputFile: "cow.out", Judge: "poj", ID: "3074"},
	} {
		dir := t.TempDir()
		if text != "" {
			judgetest.Write(t, filepath.Join(dir, "judge.yaml"), text)
		}
		got, err := ReadFolder(dir)
		judgetest.Check(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for text, want := range map[string]string{
		"cheker: a.py":                      `:1:1: unknown key "cheker" (did you mean checker?)`,
		"checker: ../a.py":                  `:1:10: "../a.py" leaves the folder; name a file in it, or none`,
		"checker: /etc/a.py":                `leaves the folder`,
		"eps: 2":                            `:1:6: want a tolerance of 1 or less, such as 1e-6, got 2`,
		"eps: 0":                            `:1:6: want more than 0`,
		"limits: {memory: 0}":               `:1:18: `,
		"limits: {memory: 1.5}":             `:1:18: want an integer`,
		"defines: [-O3]":                    `:1:11: "-O3" is not a macro; write NAME or NAME=VALUE`,
		"input_file: ../in":                 `:1:13: "../in" is not the name of a file that a program can open`,
		"input_file: io\noutput_file: io\n": `programs read and write the same file, "io"; give input and output different names`,
	} {
		dir := t.TempDir()
		judgetest.Write(t, filepath.Join(dir, "judge.yaml"), text)
		if _, err := ReadFolder(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
