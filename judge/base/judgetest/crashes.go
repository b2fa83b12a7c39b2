package judgetest

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Crashes runs the rows of the table in judge/testdata/crashes.txtar, each in a folder of its own. It runs the rows of
// a cluster if cluster is set, and all other rows otherwise. The function command runs a command and returns its exit
// status and what it prints.
func Crashes(t *testing.T, path string, cluster bool, command func(t *testing.T, args ...string) (int, string)) {
	Need(t, "bash")
	text := Read(t, path)
	for line := range strings.Lines(string(txtar.Parse([]byte(text)).Comment)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) == 1 || strings.Contains(cells[1], " --at ") != cluster {
			continue
		}
		t.Run(strings.TrimSpace(cells[0]), func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
			t.Setenv("COLUMNS", "1000") // one line for each row and message
			Unpack(t, dir, text)
			want, err := strconv.Atoi(strings.TrimSpace(cells[2]))
			Check(t, err)
			status, output := 0, ""
			for _, one := range strings.Split(cells[1], "&&") {
				var printed string
				status, printed = command(t, strings.Fields(one)...)
				output += printed
			}
			if status != want {
				t.Errorf("exit status %d, want %d", status, want)
			}
			squeezed := strings.Join(strings.Fields(output), " ")
			for _, cell := range cells[3:] {
				for _, text := range strings.Split(cell, ";") {
					if text = strings.TrimSpace(text); !strings.Contains(squeezed, text) {
						t.Errorf("the output lacks %q", text)
					}
				}
			}
			if t.Failed() {
				t.Log(output)
			}
		})
	}
}
