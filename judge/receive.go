package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/receive"
	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/problem"
)

// receiveFlags are the flags of judge receive.
type receiveFlags struct {
	ports []int
	from  string
	once  bool
	plain bool
}

func newReceiveCommand(a *app) *cobra.Command {
	var f receiveFlags
	cmd := &cobra.Command{
		Use:   "receive",
		Short: "Take problems from the browser, with Competitive Companion",
		Long: `Listen for Competitive Companion, a browser extension that reads the pages of over a hundred online
judges. Each problem that it sends gets the files that judge new makes, with the samples of the page.
Install the extension, start judge receive in a checkout or an empty folder, open a problem or a
contest in the browser, and press the extension's button.

With --plain there is no checkout: each problem gets a folder here, called as its contest and it are,
with its samples and its limits: abc086_b/1.in, abc086_b/1.ans. Write abc086_b/a.cpp, and judge it
with: judge test abc086_b. An interactive problem gets the beginning of an interactor, too.

Only programs of this machine can send problems; a page in the browser cannot. An existing problem is
not changed. A note names limits that are only guessed; problems/judges.yaml says what the extension
does to those of its judges.

It ends on Ctrl-C, with --once after the first problem or contest. Exit status: 0 if every problem
that was received was made, 1 if not.`,
		Example: `  judge receive
  judge receive --plain
  judge receive --once --from fast
  judge receive --port 10050`,
		Args:              cobra.NoArgs,
		RunE:              func(cmd *cobra.Command, _ []string) error { return a.receive(cmd.Context(), f) },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	flags := cmd.Flags()
	flags.IntSliceVar(&f.ports, "port", nil, "listen on `PORT`, in place of those that the extension knows; add it "+
		"to the extension's custom ports; 0 for any that is free")
	flags.StringVar(&f.from, "from", "", "begin solutions as the template `NAME`, as judge new does")
	flags.BoolVar(&f.plain, "plain", false, "make folders here that judge test takes, and no checkout")
	cmd.MarkFlagsMutuallyExclusive("plain", "from") // which begins a solution
	flags.BoolVar(&f.once, "once", false, "end after the first problem, or the first contest")
	cmd.RegisterFlagCompletionFunc("from", completeTemplates)
	return cmd
}

// receive takes problems until it is interrupted.
func (a *app) receive(ctx context.Context, f receiveFlags) error {
	for _, port := range f.ports {
		if port < 0 || port > 65535 {
			return fmt.Errorf("--port %d: give a port between 1 and 65535, or 0 for any that is free", port)
		}
	}
	if err := checkTemplate(f.from); err != nil {
		return err
	}
	listeners, busy, err := listen(f.ports)
	if err != nil {
		return err
	}
	var roots *problem.Roots
	if !f.plain {
		checkout, err := a.checkout()
		if err != nil {
			for _, l := range listeners {
				l.Close()
			}
			return err
		}
		roots = &checkout
	}
	server := receive.NewServer()
	serving, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { defer close(done); server.Serve(serving, listeners) }()
	defer func() { stop(); <-done }()
	if len(busy) > 0 {
		a.say("note: in use by other programs, which get what the browser sends as well: %s", list(busy))
	}
	var open []int
	for _, l := range listeners {
		open = append(open, l.Port)
	}
	a.say("listening on %s; press the extension's button in the browser; Ctrl-C ends", list(open))
	r := &receiving{app: a, checkout: roots, from: f.from, said: make(map[string]bool)}
	return r.work(ctx, server.Events, f.once)
}

// listen opens the ports of --port or, without it, the usual ones that are free; busy are those in use.
func listen(asked []int) (listeners []receive.Listener, busy []int, err error) {
	ports := asked
	if len(ports) == 0 {
		ports = receive.Ports
	}
	listeners, busy, err = receive.Listen(ports)
	if err != nil {
		return nil, nil, err
	}
	if len(asked) > 0 && len(busy) > 0 || len(listeners) == 0 {
		for _, l := range listeners {
			l.Close()
		}
		return nil, nil, fmt.Errorf("in use by other programs: %s; end these, or choose another port: --port PORT",
			list(busy))
	}
	return listeners, busy, nil
}

// list is a list of ports: "port 1327", "ports 1327, 4244".
func list(ports []int) string {
	var words []string
	for _, port := range ports {
		words = append(words, strconv.Itoa(port))
	}
	word := "ports "
	if len(ports) == 1 {
		word = "port "
	}
	return word + strings.Join(words, ", ")
}

// receiving makes problems of what comes.
type receiving struct {
	*app
	checkout *problem.Roots // nil with --plain
	from     string
	batches  receive.Batches
	made     int
	failed   int
	said     map[string]bool // reasons of refusals that were printed: each once, since a page may try without end
}

// batchWait is how long the rest of a contest is waited for with --once, counted from the last of its problems.
const batchWait = 15 * time.Second

// work makes problems until ctx is done, or with once until the first batch is complete.
func (r *receiving) work(ctx context.Context, events <-chan receive.Event, once bool) error {
	var late <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return r.ended()
		case <-late:
			return exitError{Status: statusUnexpected, Err: fmt.Errorf("the rest of the contest did not come within %v",
				batchWait)}
		case event := <-events:
			if event.Refused != "" {
				r.refused(event.Refused)
				continue
			}
			first, left := r.batches.Add(event.Task)
			if !first {
				continue
			}
			r.problem(event.Task)
			if once && left == 0 {
				return r.ended()
			}
			if left > 0 {
				r.say("%s of this contest to come", count(left, "problem"))
			}
			if once {
				late = time.After(batchWait)
			}
		}
	}
}

// ended is success if everything was made.
func (r *receiving) ended() error {
	if r.failed > 0 {
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s not made", count(r.failed, "problem"))}
	}
	return nil
}

func (r *receiving) refused(why string) {
	const most = 100
	if !r.said[why] && len(r.said) < most {
		r.said[why] = true
		r.say("refused: %s", why)
	}
}

// problem makes a problem of a task, and says so.
func (r *receiving) problem(task receive.Task) {
	called := scaffold.Legible(task.Name)
	var p made
	judges, err := scaffold.Judges(r.checkout)
	if err == nil && r.checkout != nil {
		p, err = r.inCheckout(task, judges)
	} else if err == nil {
		p, err = inFolder(task, judges)
	}
	switch {
	case scaffold.Exists(err):
		r.say("%s: is there already as %s, and stays as it is", called, p.name)
		return
	case err != nil:
		r.failed++
		r.say("%s: not made: %v", called, err)
		return
	}
	r.made++
	fmt.Fprintf(r.stdout, "%s: %s (%s%s)\n", p.name, legible.Line(called), p.limits, count(p.samples, "sample"))
	for _, note := range p.notes {
		r.say("note: %s: %s", p.name, note)
	}
	r.say("%s", p.advice)
}

// made is what was made of a task, and what is to be said of it.
type made struct {
	name, limits, advice string
	samples              int
	notes                []string
}

// inCheckout makes a problem of the checkout.
func (r *receiving) inCheckout(task receive.Task, judges map[string]problem.OnlineJudge) (made, error) {
	spec, notes, err := task.Spec(judges)
	if err == nil {
		spec.Template, err = template(r.from, spec.Judge)
	}
	if err == nil {
		err = task.Make(&spec, *r.checkout)
	}
	return made{spec.Name, limitsOf(spec.Time, spec.Memory), "judge it with: judge run " + spec.Name, len(spec.Samples),
		notes}, err
}

// inFolder makes a folder in the working directory.
func inFolder(task receive.Task, judges map[string]problem.OnlineJudge) (made, error) {
	p, notes := task.Plain(judges)
	err := p.Make(".")
	return made{p.Name, limitsOf(p.Time, p.Memory), fmt.Sprintf("write %s, and judge it with: judge test %s",
		filepath.Join(p.Name, "a.cpp"), p.Name), p.Samples, notes}, err
}

// limitsOf are limits in front of something else; a time of 0 is none.
func limitsOf(time time.Duration, memory int64) string {
	if time == 0 {
		return ""
	}
	return fmt.Sprintf("%v, %d MiB, ", time, memory>>20)
}
