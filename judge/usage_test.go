package main

import (
	"bytes"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/tell/usage"
)

// commandsOf returns a command and all commands below it.
func commandsOf(root *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{root}
	for _, cmd := range root.Commands() {
		all = append(all, commandsOf(cmd)...)
	}
	return all
}

// raw lists library messages that do not tell the user what to write.
var raw = []string{"arg(s)", "invalid argument", "if any flags in the group", "unknown command"}

// TestUsage: every command has an example, and explains wrong arguments and flags in a sentence.
func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	many := strings.Fields(strings.Repeat("x ", 5))
	for _, cmd := range commandsOf(newRootCommand(newApp(&bytes.Buffer{}, &bytes.Buffer{}))) {
		if cmd.IsAdditionalHelpTopicCommand() || !cmd.HasParent() || cmd.Hidden {
			continue
		}
		path := strings.Fields(cmd.CommandPath())[1:]
		if example := usage.Example(cmd); !strings.Contains(example, "judge "+path[0]) {
			t.Errorf("%s: its example is %q", cmd.CommandPath(), example)
		}
		for _, args := range [][]string{nil, many} {
			if cmd.Args == nil || cmd.Args(cmd, args) == nil {
				continue
			}
			if text := cmd.Args(cmd, args).Error(); !strings.Contains(text, "for example: ") {
				t.Errorf("%s %v: %s", cmd.CommandPath(), args, text)
			}
		}
		for _, wrong := range []string{"--nosuch", "-?", "---", "--json", "--jobs=x", "--seed=-1", "--count=x",
			"--port=x", "--fresh=x", "--time-limit=x", "--count=99999999999999999999"} {
			var stdout, stderr bytes.Buffer
			status := run(t.Context(), append(path, wrong), &stdout, &stderr)
			text := stderr.String()
			if status != statusUsage || len(text) < 20 || !strings.HasPrefix(text, "judge: ") {
				t.Errorf("%s %s: status %d\n%s", cmd.CommandPath(), wrong, status, text)
			}
			for _, message := range raw {
				if strings.Contains(text, message) {
					t.Errorf("%s %s: %s", cmd.CommandPath(), wrong, text)
				}
			}
		}
	}
}

// TestHelpScreens: no line of help is wider than 80 columns.
func TestHelpScreens(t *testing.T) {
	shown := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		if status := run(t.Context(), args, &stdout, &stderr); status != 0 {
			t.Fatalf("%v: status %d\n%s", args, status, stderr.String())
		}
		return stdout.String()
	}
	for name, args := range map[string][]string{"judge": {"--help"}, "run": {"run", "--help"},
		"verdicts": {"help", "verdicts"}} {
		judgetest.Screens(t, name, func(int) string {
			// the default of --jobs is this machine's
			return jobsDefault.ReplaceAllString(shown(args...), "(default 2)")
		})
	}
	for _, cmd := range commandsOf(newRootCommand(newApp(&bytes.Buffer{}, &bytes.Buffer{}))) {
		path := append([]string{"help"}, strings.Fields(cmd.CommandPath())[1:]...)
		judgetest.Fits(t, shown(path...), 80)
		if long := strings.Count(cmd.Long, "\n") + 1; cmd.Runnable() && cmd.Parent() == cmd.Root() && long > 8 {
			t.Errorf("%s: %d lines; more than 8 are a topic", cmd.Name(), long)
		}
		if lines := strings.SplitN(cmd.Long, "\n", 3); cmd.IsAdditionalHelpTopicCommand() &&
			(lines[0] != cmd.Short || lines[1] != "") {
			t.Errorf("%s: no title above an empty line: %q", cmd.Name(), lines)
		}
	}
}

var jobsDefault = regexp.MustCompile(`\(default \d+\)`)

// TestListScreens: tables of a checkout fit every terminal.
func TestListScreens(t *testing.T) {
	dir := t.TempDir()
	judgetest.Check(t, os.CopyFS(dir, os.DirFS("testdata/checkout")))
	here, err := os.Getwd()
	judgetest.Check(t, err)
	judgetest.Screens(t, "list", func(columns int) string {
		t.Setenv("COLUMNS", strconv.Itoa(columns))
		judgetest.Check(t, os.Chdir(dir))
		defer os.Chdir(here)
		var stdout, stderr bytes.Buffer
		if status := run(t.Context(), []string{"list", "-v"}, &stdout, &stderr); status != 0 {
			t.Fatal(stderr.String())
		}
		return stdout.String()
	})
}

// TestHelpFits: the general help fits a terminal of 40 rows and 80 columns. Commands are in the order of their use.
func TestHelpFits(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), []string{"--help"}, &stdout, &stderr); status != 0 {
		t.Fatal(stderr.String())
	}
	if rows := strings.Count(stdout.String(), "\n"); rows > 40 {
		t.Errorf("%d rows:\n%s", rows, stdout.String())
	}
	last := 0
	for _, name := range strings.Fields("test watch stress exec debug submit receive run list new gen validate " +
		"mutants limits export merge compare bench trend doctor version help") {
		at := regexp.MustCompile(`(?m)^  ` + name + ` +[A-Z]`).FindStringIndex(stdout.String())
		if at == nil || at[0] < last && name != "help" {
			t.Fatalf("%s is not listed, or not in its place:\n%s", name, stdout.String())
		}
		last = at[0]
	}
}
