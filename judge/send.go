package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dlxjudge/judge/author/loopback"
	"dlxjudge/judge/author/send"
	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/terminal"
)

// This file is the way through the browser: "judge submit --send" and "judge submit --result".

// browserFlags holds the flags of "judge submit --send" and "--result".
type browserFlags struct {
	send, yes bool
	wait      time.Duration
	verdict   string
	seconds   time.Duration
	memory    float64 // MiB
	// whether the last two are given; 0 is a figure, too
	timed, sized bool
}

func (f *browserFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.send, "send", false, "submit the file through a browser extension, under your login")
	flags.BoolVar(&f.yes, "yes", false, "send without asking")
	flags.Var(quantity.Seconds(&f.wait, 1e-3, 1e6).OrNone(), "wait", "end if no browser asks within `SECONDS`")
	flags.StringVar(&f.verdict, "result", "", "record that the online judge answered `VERDICT`, and check nothing")
	flags.Var(quantity.Seconds(&f.seconds, 0, 1e6), "time", "the time in the online judge's answer, in `SECONDS`")
	flags.Var(quantity.Of(&f.memory, "MiB", "2.1", 0, 1<<20), "memory", "the memory in the answer, in `MIB`")
}

// verdicts are the answers of online judges.
var verdicts = []problem.Verdict{problem.AC, problem.PE, problem.WA, problem.TLE, problem.MLE, problem.OLE, problem.RTE,
	problem.CE}

// check refuses flags that do nothing.
func (f *submitFlags) check() error {
	switch {
	case f.send && (f.paste || f.open || f.verdict != ""), f.verdict != "" && (f.paste || f.open):
		return errors.New("--send, --result, and --copy with --open exclude each other; choose one")
	case !f.send && (f.yes || f.wait > 0):
		return errors.New("--yes and --wait are for --send")
	case f.verdict == "" && (f.timed || f.sized):
		return errors.New("--time and --memory are for --result, which records an online judge's answer")
	case f.verdict != "" && !slices.Contains(verdicts, problem.Verdict(f.verdict)):
		return fmt.Errorf("--result %s: give one of %s", f.verdict, strings.Trim(fmt.Sprint(verdicts), "[]"))
	case f.send && !f.yes && !term.IsTerminal(int(os.Stdin.Fd())):
		return errors.New("--send asks before it submits, and there is no terminal; add --yes")
	}
	return nil
}

// Tests change these: the port, and when a user without an extension gets advice.
var (
	sendPort    = loopback.Submitters
	adviceAfter = 10 * time.Second
)

// prepareSend decides how a submission is sent, and opens the port. This comes before the submission is judged, which
// may take long.
func prepareSend(ctx context.Context, entry grade.Entry) (*send.Server, error) {
	language, err := compile.LanguageOf(entry.Submission.Source)
	if err != nil {
		return nil, err
	}
	s, err := send.To(entry.Problem.Judge, language.Display)
	if err != nil {
		return nil, fmt.Errorf("--send: %w; without --send, the file goes to standard output", err)
	}
	listener, err := loopback.Listen(sendPort)
	if err != nil {
		return nil, fmt.Errorf("--send: %w; end it, and try again", err)
	}
	return send.Serve(ctx, listener, s), nil
}

// send shows what is going to be submitted, asks the user, and waits until a browser takes it.
func (a *app) send(ctx context.Context, f browserFlags, s *send.Server, text, name, menu string) error {
	if s.Language == 0 {
		menu += ", if the page's menu of languages has it: CPH-NG Submit leaves the menu as it is"
	}
	for _, row := range [][2]string{{"submission", name}, {"address", s.Page}, {"language", menu},
		{"size", fmt.Sprintf("%d bytes", len(text))}} {
		terminal.Message(a.stderr, fmt.Sprintf("  %-10s  %s", row[0], legible.Line(row[1])))
	}
	if !f.yes && !agrees(ctx, os.Stdin, a.stderr) {
		if ctx.Err() != nil {
			return ended(ctx, nil)
		}
		return exitError{Status: statusUnexpected, Err: errors.New("nothing was sent")}
	}
	waiting, stop := context.WithCancel(ctx)
	defer stop()
	if f.wait > 0 {
		defer time.AfterFunc(f.wait, stop).Stop()
	}
	advice := fmt.Sprintf("install %s in the browser; judge submit --copy --open works without it", s.Extensions)
	s.Offer(text)
	a.say("waiting for the browser (%s) …", s.Extensions)
	defer time.AfterFunc(adviceAfter, func() { a.say("no browser has asked yet: %s", advice) }).Stop()
	browser, err := s.Sent(waiting)
	switch {
	case browser == "" && ctx.Err() == nil:
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("no browser has asked, and nothing was sent: %s",
			advice)}
	case err != nil:
		return err
	}
	fmt.Fprintf(a.stdout, "sent to %s: %s\n", browser, legible.Line(s.Page))
	a.say("record the answer with: judge submit --result VERDICT %s", legible.Word(name))
	return nil
}

// agrees asks the user.
func agrees(ctx context.Context, in io.Reader, out io.Writer) bool {
	fmt.Fprint(out, "submit it? [y/N] ")
	typed := make(chan string, 1)
	go func() { // which outlives an interrupt
		line, _ := bufio.NewReader(in).ReadString('\n')
		typed <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case line := <-typed:
		return line == "y" || line == "yes"
	case <-ctx.Done():
		return false
	}
}

// record records the online judge's answer to a submission.
func (a *app) record(ctx context.Context, f submitFlags, args []string) error {
	entries, _, err := a.toSubmit(ctx, f, args)
	if err != nil {
		return err
	}
	if a.picker.Unpacked() {
		return errors.New("--result writes a file beside the submission, and this package is in an archive; unpack it")
	}
	judge, seconds, memory := entries[0].Problem.Judge, "", ""
	if f.timed {
		seconds = fmt.Sprint(f.seconds.Seconds())
	}
	if f.sized {
		memory = fmt.Sprint(f.memory)
	}
	commit, dirty := outcome.Commit(ctx, "", grade.Files(entries)...)
	if dirty {
		commit = ""
	}
	recorded, err := submit.Record(ctx, entries[0].Submission.Source, time.Now().UTC().Format(time.DateOnly), judge.Key,
		judge.ID, f.verdict, seconds, memory, commit)
	if err == nil {
		a.say("recorded in %s: %s", filepath.Join(entries[0].Submission.Dir, problem.RecordFile), recorded.Answer)
	}
	return err
}
