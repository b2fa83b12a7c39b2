package outcome

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/tell/report"
)

// refused is the document in place of that of a command that was used wrongly.
type refused struct {
	Schema int    `json:"schema"`
	Error  string `json:"error"`
	Status int    `json:"status"`
}

// Refused writes why a command ended with exit.Usage to where --json asks for its document: to a file or, for -, to
// standard output. It does nothing without --json, or if the flag names no file that can be written, which err says
// then. Cmd is the command that was called, with the arguments behind the program's name: if those cannot be read,
// --json may be among them all the same.
func Refused(stdout io.Writer, cmd *cobra.Command, args []string, err error) error {
	path := asked(cmd, args)
	if path == "" || Writable("--json", path) != nil {
		return nil
	}
	document := func(w io.Writer) error {
		return report.Document(w, refused{report.Schema, legible.Lines(err.Error()), exit.Usage})
	}
	if path == "-" {
		return document(stdout)
	}
	return write(path, document)
}

// asked is the value of --json, "" for none.
func asked(cmd *cobra.Command, args []string) string {
	flag := cmd.Flags().Lookup("json")
	if flag == nil {
		return ""
	}
	if flag.Changed {
		return flag.Value.String()
	}
	path := ""
	for i, arg := range args {
		value, joined := strings.CutPrefix(arg, "--json=")
		switch {
		case arg == "--":
			return path
		case joined:
			path = value
		case arg == "--json" && i+1 < len(args):
			path = args[i+1]
		}
	}
	return path
}
