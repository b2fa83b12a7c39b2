package main

import (
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/solutions/solutiontest"
)

var makeRunOutput = flag.String("make-run-output", "", "a file with what make run printed, to be compared with "+
	"README.md")

// papers are the documents whose commands are run, and whose mentions of commands and files are checked.
var papers = []string{"README.md", "bench/README.md", "solutions/README.md", "problems/README.md",
	"judge/spread/README.md", "CONTRIBUTING.md", "SECURITY.md"}

// ours are the project's solutions. The papers are about them alone: what a user adds beside them changes nothing here.
var ours = solutiontest.Approaches

// TestReadme runs the commands that the papers show, in order and in a copy of the checkout, and compares what they
// print where a paper shows it; a line "…" there stands for lines that are left out. make's targets take long and are
// run by CI; here make is asked whether it knows them.
func TestReadme(t *testing.T) {
	judgetest.Long(t, "it runs all that the papers show")
	root, err := filepath.Abs("..")
	judgetest.Check(t, err)
	copied := t.TempDir()
	copyOurs(t, root, copied)
	for _, paper := range papers {
		path := filepath.Join(root, paper)
		text := judgetest.Read(t, filepath.Join("..", paper))
		for _, c := range shownCommands(t, paper, text) {
			out := runShown(t, root, copied, c.text)
			if c.output == "" || out == "" {
				continue
			}
			shown := masked(c.output)
			diff := cmp.Diff(shown, leaveOut(shown, masked(out)))
			switch {
			case diff == "":
			case *judgetest.Update && !strings.Contains(c.output, "…\n"):
				text = strings.Replace(text, "$ "+c.text+"\n"+c.output, "$ "+c.text+"\n"+out, 1)
				judgetest.Write(t, path, text)
			default: // -update writes it, but for what has lines left out
				t.Errorf("%s shows another output of $ %s (-%[1]s +now):\n%[3]s", paper, c.text, diff)
			}
		}
	}
}

// copyOurs copies the project's problems, solutions and records into a folder.
func copyOurs(t *testing.T, root, to string) {
	t.Helper()
	paths := []string{"problems/judges.yaml", "solutions/ladder.yaml", "bench"}
	for problem, approaches := range ours {
		paths = append(paths, "problems/"+problem, "testdata/"+problem)
		for _, approach := range approaches {
			paths = append(paths, "solutions/"+problem+"/"+approach)
		}
	}
	for _, path := range paths {
		target := filepath.Join(to, filepath.Dir(path))
		judgetest.Check(t, os.MkdirAll(target, 0o755))
		if out, err := exec.Command("cp", "-R", filepath.Join(root, path), target).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// command is one that a paper shows behind "$ ", with its continuation lines and its output, if that is shown.
type command struct {
	text, output string
}

// shownCommands reads the blocks of a paper that are marked as console.
func shownCommands(t *testing.T, paper, text string) []command {
	t.Helper()
	var commands []command
	console := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			console = line == "```console"
		case !console:
		case strings.HasPrefix(line, "$ "):
			commands = append(commands, command{text: line[2:]})
		case len(commands) == 0:
			t.Fatalf("%s: a console block begins with output", paper)
		case strings.HasPrefix(line, "> "):
			commands[len(commands)-1].text += "\n" + line[2:]
		default:
			commands[len(commands)-1].output += line + "\n"
		}
	}
	if len(commands) == 0 && paper != "CONTRIBUTING.md" && paper != "SECURITY.md" {
		t.Errorf("%s shows no commands", paper)
	}
	return commands
}

// runShown runs one command in the copy and returns what it prints; "" for one that is only asked for. What needs the
// whole checkout runs in it, without changing it.
func runShown(t *testing.T, root, copied, text string) string {
	t.Helper()
	shell := exec.Command("sh", "-e", "-c", text)
	shell.Dir = copied
	installed := ""
	target, made := strings.CutPrefix(text, "make ")
	program, installs := strings.CutPrefix(text, "go install ./")
	switch {
	case made:
		shell = exec.Command("make", "-n", target)
		shell.Dir = root
	case installs:
		folder := t.TempDir()
		shell.Dir, shell.Env = root, append(os.Environ(), "GOBIN="+folder)
		installed = filepath.Join(folder, filepath.Base(program))
	}
	out, err := shell.CombinedOutput()
	if err == nil && installed != "" {
		_, err = os.Stat(installed)
	}
	if err != nil {
		t.Errorf("$ %s\n%s%v", text, out, err)
	}
	switch {
	case text == "make run" && *makeRunOutput != "":
		return judgetest.Read(t, *makeRunOutput)
	case made:
		return ""
	}
	return string(out)
}

// leaveOut replaces the lines of an output for which what is shown has a line "…" by that line.
func leaveOut(shown, output string) string {
	want, have := strings.Split(shown, "\n"), strings.Split(output, "\n")
	var kept []string
	for i, line := range want {
		if line != "…" {
			kept = append(kept, have[:min(1, len(have))]...)
			have = have[min(1, len(have)):]
			continue
		}
		kept = append(kept, line)
		have = have[max(0, slices.Index(have, want[i+1])):]
	}
	return strings.Join(append(kept, have...), "\n")
}

// masked leaves out of an output what depends on the machine: times, memory, which test was the slowest, how many tests
// were run (others are skipped after a timeout), the backend, and the widths that follow from them.
func masked(output string) string {
	output = machine.ReplaceAllString(output, "…")
	output = backendLine.ReplaceAllString(output, "… backend\n")
	return spaces.ReplaceAllString(output, " ")
}

var (
	machine     = regexp.MustCompile(`>?[0-9]+\.[0-9]+s\b|[0-9.]+ MiB|slowest \S+|[0-9]+ tests( \([0-9]+ cached\))?,`)
	backendLine = regexp.MustCompile(`(?m)^\S+ backend: .*\n(  .*\n)*`)
	spaces      = regexp.MustCompile(` +`)
)

// TestReadmeMentions holds the commands that the papers name in their prose against the command line and the Makefile:
// they and their flags exist. They are not run, since some take minutes.
func TestReadmeMentions(t *testing.T) {
	for _, paper := range papers {
		mentions := regexp.MustCompile("`((?:judge|make) [^`]+)`").FindAllStringSubmatch(judgetest.Read(t,
			filepath.Join("..", paper)), -1)
		if len(mentions) == 0 {
			t.Errorf("%s mentions no command", paper)
		}
		for _, m := range mentions {
			name, args, _ := strings.Cut(m[1], " ")
			// in front, or a flag would take it for its value
			shell := exec.Command("sh", "-c", "judge --help=true "+args)
			if name == "make" {
				shell = exec.Command("make", "-C", "..", "-n", args)
			} else if strings.HasPrefix(args, "help ") {
				shell = exec.Command("sh", "-c", m[1])
			}
			if out, err := shell.CombinedOutput(); err != nil {
				t.Errorf("%s: %s: %v\n%s", paper, m[1], err, out)
			}
		}
	}
}

// TestReadmeFiles: the files and folders that the papers link to, or name in their prose, exist.
func TestReadmeFiles(t *testing.T) {
	links := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	named := regexp.MustCompile("`((?:judge|problems|solutions|testdata|bench|\\.ci)/[^` <>*]*)`")
	for _, paper := range papers {
		text := judgetest.Read(t, filepath.Join("..", paper))
		var paths []string
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			paths = append(paths, filepath.Join(filepath.Dir(paper), m[1]))
		}
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			paths = append(paths, m[1])
		}
		if len(paths) == 0 {
			t.Errorf("%s names no file", paper)
		}
		for _, path := range paths {
			if _, err := os.Stat(filepath.Join("..", path)); err != nil {
				t.Errorf("%s: %v", paper, err)
			}
		}
	}
}

// TestReadmeTable: each figure of the table of bench/README.md is the one that the reports below it show of that rung,
// over all workloads.
func TestReadmeTable(t *testing.T) {
	reports := judgetest.Read(t, "../bench/README.md")
	rows := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*) \\|$").FindAllStringSubmatch(reports, -1)
	var rungs, problems []string // the columns of the table, beside the first
	header := regexp.MustCompile("(?m)^\\| problem \\| a case with `backtrack` .*$").FindString(reports)
	for _, column := range regexp.MustCompile("→ `(\\w+)`").FindAllStringSubmatch(header, -1) {
		rungs = append(rungs, column[1])
	}
	command := " backtrack " + strings.Join(rungs, " ") + " "
	for _, row := range rows {
		cells := strings.Split(row[2], " | ")
		_, report, found := strings.Cut(reports, "$ judge compare "+row[1]+command)
		if !found || len(cells) != 1+len(rungs)+1 {
			continue // of another table
		}
		problems = append(problems, row[1])
		_, all, _ := strings.Cut(report, "\nall ")
		all, _, _ = strings.Cut(all, "\n\n")
		figures := make(map[string]string) // a rung's line
		for line := range strings.Lines(all) {
			if fields := strings.Fields(line); len(fields) > 1 {
				figures[fields[0]] = " " + strings.Join(fields[1:], " ") + " "
			}
		}
		for i, cell := range cells {
			rung := "backtrack"
			if i > 0 {
				rung = rungs[min(i, len(rungs))-1] // the last cell is of the last rung, too
			}
			if !strings.Contains(figures[rung], " "+cell+" ") {
				t.Errorf("%s: %s is not shown of %s: %q", row[1], cell, rung, figures[rung])
			}
		}
	}
	slices.Sort(problems)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(ours)), problems); diff != "" {
		t.Errorf("problems of the table (-want +got):\n%s", diff)
	}
}
