package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/judgetest"
)

// shown finds commands of this program: in prose between quotes or backquotes, in blocks and examples on lines of their
// own.
var shown = regexp.MustCompile("(?m)[`\"](cluster [^`\"\n]+)[`\"]|" +
	"^ *(cluster (?:serve|attend|workers?|run)\\b[^`\n]*)$")

// TestPapers: the commands that the papers and the help name are there, and take what they are shown with.
func TestPapers(t *testing.T) {
	texts := map[string]string{"examples": examples(newRootCommand())}
	for _, paper := range []string{"README.md", "judge/spread/README.md", "CONTRIBUTING.md", "SECURITY.md",
		"judge/help/shards.txt"} {
		texts[paper] = judgetest.Read(t, filepath.Join("..", "..", paper))
	}
	for paper, text := range texts {
		commands := shown.FindAllStringSubmatch(text, -1)
		if len(commands) == 0 {
			t.Errorf("%s shows no command", paper)
		}
		for _, c := range commands {
			line := c[1] + c[2]
			if err := takes(line); err != nil {
				t.Errorf("%s: %s: %v", paper, line, err)
			}
		}
	}
}

// examples are those of a command and of the commands below it.
func examples(cmd *cobra.Command) string {
	text := cmd.Example + "\n"
	for _, below := range cmd.Commands() {
		text += examples(below)
	}
	return text
}

// takes is an error if a command line is not understood. It may lack flags that the command demands.
func takes(line string) error {
	words := strings.Fields(strings.ReplaceAll(line, "'", ""))
	cmd, args, err := newRootCommand().Find(words[1:])
	if err != nil {
		return err
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(args); err != nil {
		return err
	}
	return cmd.ValidateArgs(cmd.Flags().Args())
}
