package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/loopback"
	"dlxjudge/judge/author/receive"
	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/usage"
)

func newReceiveCommand(a *app) *cobra.Command {
	port := receive.Ports[0]
	once := false
	cmd := &cobra.Command{
		Use:   "receive",
		Short: "Take problems from the browser, with Competitive Companion",
		Long: `Listen for Competitive Companion, a browser extension that reads the pages of
over a hundred online judges: open a problem or a contest in the browser, and
press the extension's button. Each problem gets a folder here, with its samples
and its limits. Write a.cpp into that folder, and judge it with "judge test".
"judge help folders" says more, and how to choose the folders and a template.

The command ends on Ctrl-C or, with --once, after the first problem. Exit
status: 0 if a folder was made for every problem that was received, 1 if not.`,
		Example: `  judge receive
  judge receive --once
  judge receive --port 10050`,
		Args: usage.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ports := receive.Ports
			if cmd.Flags().Changed("port") {
				ports = []int{port}
			}
			return a.receive(cmd.Context(), ports, once)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().IntVar(&port, "port", port, "listen on `PORT`, one of the extension's ports; 0 for any that is free. "+
		"If the default is taken, 27121 is used")
	cmd.Flags().BoolVar(&once, "once", false, "end after the first problem")
	return cmd
}

// receive makes a folder for each problem that arrives on the first of the ports that is free, until it is interrupted.
// If once is set, it ends after the first problem.
func (a *app) receive(ctx context.Context, ports []int, once bool) error {
	if port := ports[0]; port < 0 || port > 65535 {
		return fmt.Errorf("--port %d: give a port between 1 and 65535, or 0 for any that is free", port)
	}
	layout := receive.Layout{Folder: a.config.Folder, File: a.config.File, Templates: a.config.Template}
	listener, err := loopback.Listen(ports...)
	if err != nil {
		return fmt.Errorf("%w; end it, or choose another port: --port PORT", err)
	}
	server := receive.NewServer()
	serving, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { defer close(done); server.Serve(serving, listener) }()
	defer func() { stop(); <-done }()
	a.say("listening on port %d; press the extension's button in the browser; Ctrl-C ends",
		listener.Addr().(*net.TCPAddr).Port)
	const mostRefusals = 100          // at most this many are printed, because a page may retry for ever
	refusals := make(map[string]bool) // each is printed once
	failed := 0
	for more := true; more; {
		select {
		case <-ctx.Done():
			more = false
		case event := <-server.Events:
			if why := event.Refused; why != "" {
				if !refusals[why] && len(refusals) < mostRefusals {
					refusals[why] = true
					a.say("refused: %s", why)
				}
				continue
			}
			if !a.makeFolder(event.Task, layout) {
				failed++
			}
			more = !once
		}
	}
	if failed > 0 {
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s not made", figures.Plural(failed, "problem"))}
	}
	return nil
}

// makeFolder makes the folder of a problem in the working directory, and prints the folder's name. If that fails, it
// returns false. A folder that already exists is not a failure.
func (a *app) makeFolder(task receive.Task, layout receive.Layout) bool {
	title := scaffold.Legible(task.Name)
	judges, err := scaffold.JudgesHere()
	var folder receive.Folder
	var notes []string
	if err == nil {
		folder, notes = task.Folder(judges, layout)
		err = folder.Make(".")
	}
	switch {
	case errors.Is(err, whole.ErrExists):
		a.say("%s: already exists as %s, which is not changed", title, folder.Name)
		return true
	case err != nil:
		a.say("%s: not made: %v", title, err)
		return false
	}
	limits := ""
	if folder.Time > 0 {
		limits = fmt.Sprintf("%v, %d MiB, ", folder.Time, folder.Memory>>20)
	}
	fmt.Fprintf(a.stdout, "%s: %s (%s%s)\n", folder.Name, legible.Line(title), limits, figures.Plural(folder.Samples,
		"sample"))
	for _, note := range notes {
		a.say("note: %s: %s", folder.Name, note)
	}
	source, tested := cmp.Or(folder.Source, folder.Name+"/a.cpp"), folder.Name
	switch {
	case path.Dir(source) == folder.Name:
	case strings.TrimSuffix(source, path.Ext(source)) == folder.Name:
		tested = source
	default: // the tests are in no folder where "judge test" looks
		tested = "--tests " + folder.Name + " " + source
	}
	a.say("write %s, and judge it with: judge test %s", source, tested)
	return true
}
