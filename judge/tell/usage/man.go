//go:build man

package usage

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"dlxjudge/judge/base/version"
)

// Man ends this process after writing a manual page for each command. The arguments of the process are a folder and the
// pages' time in seconds since 1970. Only programs built with the tag man have this function.
func Man(root *cobra.Command) {
	err := man(root, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func man(root *cobra.Command, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("want a folder and a time, got %q", args)
	}
	seconds, err := strconv.ParseInt(args[1], 10, 64)
	if err != nil {
		return err
	}
	root.InitDefaultCompletionCmd()
	markdown(root)
	at := time.Unix(seconds, 0).UTC()
	return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Date: &at, Source: "DLX Judge " + version.Release,
		Manual: "DLX Judge"}, args[0])
}

// markdown rewrites the texts of a command and the commands below it as the Markdown that package doc expects: the
// texts are plain, and lines that begin with blanks must stay as they are.
func markdown(cmd *cobra.Command) {
	cmd.DisableAutoGenTag = true
	indented := regexp.MustCompile(`(?m)(?:^ +\S.*\n?)+`)
	text, rest := "", strings.TrimSpace(cmd.Long)+"\n"
	for rest != "" {
		at := indented.FindStringIndex(rest)
		if at == nil {
			at = []int{len(rest), len(rest)}
		}
		text += escaped(rest[:at[0]])
		if at[0] < at[1] {
			text += "\n```\n" + rest[at[0]:at[1]] + "```\n\n"
		}
		rest = rest[at[1]:]
	}
	cmd.Long = text
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		if flag.Usage = escaped(flag.Usage); flag.Name == "jobs" {
			flag.DefValue = "half of the cores"
		}
	})
	for _, below := range cmd.Commands() {
		markdown(below)
	}
}

var special = regexp.MustCompile(`[\\*_<>\[\]#|]`)

func escaped(text string) string { return special.ReplaceAllString(text, `\$0`) }
