package main

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var makeRunOutput = flag.String("make-run-output", "", "a file with what make run printed, to be compared with README.md")

// TestReadme runs the commands that README.md shows, in order and in a copy of the checkout, and compares what they
// print where README.md shows it. make's targets take long and are run by CI; here make is asked whether it knows them.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	commands := readmeCommands(t, filepath.Join(root, "README.md"))
	copied := t.TempDir()
	for _, folder := range []string{"problems", "testdata", "solutions", "bench"} {
		if out, err := exec.Command("cp", "-R", filepath.Join(root, folder), copied).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for _, c := range commands {
		shell := exec.Command("sh", "-e", "-c", c.text)
		shell.Dir = copied
		if target, ok := strings.CutPrefix(c.text, "make "); ok {
			shell = exec.Command("make", "-n", target)
			shell.Dir = root
		}
		out, err := shell.CombinedOutput()
		if err != nil {
			t.Errorf("$ %s\n%s%v", c.text, out, err)
		}
		if c.text == "make run" && *makeRunOutput != "" {
			if out, err = os.ReadFile(*makeRunOutput); err != nil {
				t.Fatal(err)
			}
		} else if strings.HasPrefix(c.text, "make ") {
			continue
		}
		if c.output == "" {
			continue
		}
		if diff := cmp.Diff(masked(c.output), masked(string(out))); diff != "" {
			t.Errorf("README.md shows another output of $ %s (-README +now):\n%s", c.text, diff)
		}
	}
}

// TestReadmeMentions holds the commands that README.md names in its prose against the command line and the Makefile: they
// and their flags exist. They are not run, since some take minutes.
func TestReadmeMentions(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	mentions := regexp.MustCompile("`((?:judge|make) [^`]+)`").FindAllStringSubmatch(string(text), -1)
	if len(mentions) == 0 {
		t.Fatal("README.md mentions no command")
	}
	for _, m := range mentions {
		shell := exec.Command("sh", "-c", m[1]+" --help")
		if target, ok := strings.CutPrefix(m[1], "make "); ok {
			shell = exec.Command("make", "-C", "..", "-n", target)
		}
		if out, err := shell.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", m[1], err, out)
		}
	}
}

// command is one that README.md shows behind "$ ", with its continuation lines and its output, if that is shown.
type command struct {
	text, output string
}

// readmeCommands reads the blocks of README.md that are marked as console.
func readmeCommands(t *testing.T, path string) []command {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var commands []command
	console := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			console = line == "```console"
		case !console:
		case strings.HasPrefix(line, "$ "):
			commands = append(commands, command{text: line[2:]})
		case len(commands) == 0:
			t.Fatalf("%s: a console block begins with output", path)
		case strings.HasPrefix(line, "> "):
			commands[len(commands)-1].text += "\n" + line[2:]
		default:
			commands[len(commands)-1].output += line + "\n"
		}
	}
	if len(commands) == 0 {
		t.Fatalf("%s shows no commands", path)
	}
	return commands
}

// masked leaves out of an output what depends on the machine: times, memory, which test was the slowest, the backend,
// and the widths that follow from them.
func masked(output string) string {
	output = machine.ReplaceAllString(output, "…")
	output = backendLine.ReplaceAllString(output, "… backend\n")
	return spaces.ReplaceAllString(output, " ")
}

var (
	machine     = regexp.MustCompile(`>?[0-9]+\.[0-9]+s\b|[0-9.]+ MiB|slowest \S+`)
	backendLine = regexp.MustCompile(`(?m)^\S+ backend: .*\n(  .*\n)*`)
	spaces      = regexp.MustCompile(` +`)
)

// TestReadmeJSON holds the document that README.md shows against the form that the command's own output is held against.
func TestReadmeJSON(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, found := strings.Cut(string(text), "```json\n")
	shown, _, closed := strings.Cut(shown, "```")
	if !found || !closed {
		t.Fatal("README.md shows no JSON")
	}
	var d jsonForm
	decoder := json.NewDecoder(strings.NewReader(shown))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		t.Error(err)
	}
	var raw any
	if err := json.Unmarshal([]byte(shown), &raw); err != nil {
		t.Error(err)
	}
	for _, missing := range missingFields(reflect.TypeOf(d), raw) {
		t.Errorf("README.md shows no field %s", missing)
	}
}
