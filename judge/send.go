package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
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

// sendFlags holds the flags of "judge submit --send".
type sendFlags struct {
	send, yes bool
	wait      time.Duration
}

func (f *sendFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.send, "send", false, "have an extension in the browser submit the file, where you are logged in")
	flags.BoolVar(&f.yes, "yes", false, "send without asking")
	flags.Var(quantity.Seconds(&f.wait, 1e-3, 1e6).OrNone(), "wait", "end if no browser asks within `SECONDS`")
}

// resultFlags holds the flags of "judge submit --result".
type resultFlags struct {
	verdict string
	seconds time.Duration
	memory  float64
}

func (f *resultFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.verdict, "result", "", "record that the online judge answered `VERDICT`, and check nothing")
	flags.Var(quantity.Seconds(&f.seconds, 0, 1e6).OrNone(), "time", "the time in the online judge's answer, in `SECONDS`")
	flags.Var(quantity.Of(&f.memory, "MiB", "2.1", 0, 1<<20), "memory", "the memory in the online judge's answer, in `MIB`")
}

// verdicts are the answers of online judges.
var verdicts = []problem.Verdict{problem.AC, problem.PE, problem.WA, problem.TLE, problem.MLE, problem.OLE, problem.RTE,
	problem.CE}

// check refuses flags that do nothing.
func (f *submitFlags) check() error {
	switch {
	case f.send && (f.paste || f.open || f.verdict != ""), f.verdict != "" && (f.paste || f.open):
		return errors.New("--send, --result, and --copy with --open are three ways; choose one")
	case !f.send && (f.yes || f.wait > 0):
		return errors.New("--yes and --wait are for --send")
	case f.verdict == "" && (f.seconds > 0 || f.memory > 0):
		return errors.New("--time and --memory are for --result, which records an online judge's answer")
	case f.verdict != "" && !slices.Contains(verdicts, problem.Verdict(f.verdict)):
		return fmt.Errorf("--result %s: give one of %s", f.verdict, strings.Trim(fmt.Sprint(verdicts), "[]"))
	case f.send && !f.yes && !term.IsTerminal(int(os.Stdin.Fd())):
		return errors.New("--send asks before it submits, and there is no terminal; add --yes")
	}
	return nil
}

// What tests change: the port, and when a user without an extension gets advice.
var (
	sendPort    = loopback.Submitters
	adviceAfter = 10 * time.Second
)

// sender holds the port while a submission is checked.
type sender struct {
	sendFlags
	send.Submission
	listener net.Listener
}

// newSender opens the port, if the flags say so. Errors come before the submission is judged, which may take long.
func newSender(f sendFlags, entry grade.Entry) (s sender, err error) {
	if s.sendFlags = f; !f.send {
		return s, nil
	}
	language, err := compile.LanguageOf(entry.Submission.Source)
	if err != nil {
		return s, err
	}
	if s.Submission, err = send.To(entry.Problem.Judge, language.Display); err != nil {
		return s, fmt.Errorf("--send: %w; without --send, the file goes to standard output", err)
	}
	if s.listener, err = loopback.Listen(sendPort); err != nil {
		return s, fmt.Errorf("--send: %w; end it, and try again", err)
	}
	return s, nil
}

func (s sender) close() {
	if s.listener != nil {
		s.listener.Close()
	}
}

// send shows what is going to be submitted, asks the user, and waits until a browser takes it.
func (a *app) send(ctx context.Context, s sender, name string, p submit.Preflight) error {
	s.Text = string(p.Source)
	menu := legible.Line(p.Entry)
	if s.Language == 0 {
		menu += ", if the page's menu of languages has it: CPH-NG Submit leaves the menu as it is"
	}
	for _, line := range []string{
		"  submission  " + name, "  address     " + legible.Line(s.Page), "  language    " + menu,
		fmt.Sprintf("  size        %d bytes", len(p.Source)),
	} {
		terminal.Message(a.stderr, line)
	}
	if !s.yes && !agrees(ctx, os.Stdin, a.stderr) {
		return exitError{Status: statusUnexpected, Err: errors.New("nothing was sent")}
	}
	waiting, stop := ctx, context.CancelFunc(func() {})
	if s.wait > 0 {
		waiting, stop = context.WithTimeout(ctx, s.wait)
	}
	defer stop()
	advice := fmt.Sprintf("install %s in the browser; judge submit --copy --open works without it", s.Extensions())
	a.say("waiting for the browser (%s) …", s.Extensions())
	hint := time.AfterFunc(adviceAfter, func() { a.say("no browser has asked yet: %s", advice) })
	defer hint.Stop()
	browser, err := send.Once(waiting, s.listener, s.Submission)
	switch {
	case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("no browser has asked, and nothing was sent: %s", advice)}
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
	judge, source := entries[0].Problem.Judge, entries[0].Submission.Source
	answer := grade.Recorded{Date: time.Now().UTC().Format(time.DateOnly), Judge: judge.Key, ID: judge.ID,
		Verdict: problem.Verdict(f.verdict)}
	if f.seconds > 0 {
		answer.Seconds = fmt.Sprint(f.seconds.Seconds())
	}
	if f.memory > 0 {
		answer.MiB = fmt.Sprint(f.memory)
	}
	if hash, dirty := outcome.Commit(ctx, "", grade.Files(entries)...); !dirty {
		answer.Commit = hash
	}
	path, err := submit.Record(ctx, source, answer)
	if err != nil {
		return err
	}
	a.say("%s: recorded that %s", path, answer)
	return nil
}
