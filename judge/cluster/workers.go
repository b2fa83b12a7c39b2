package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

func newWorkersCommand() *cobra.Command {
	var at, keys, json string
	var watch bool
	cmd := &cobra.Command{
		Use:   "workers --at URL",
		Short: "List the workers of a cluster, their work and their last words",
		Long: `List the workers that are running or were running in the last day, with the class of their machine (times
of machines of one class may be compared), their work, how many submissions they have judged, and their last error.

A paused worker takes no work until its test of itself succeeds: it has no room, or a program that is known to be right
was not accepted. A worker is lost if it has been silent for longer than work stays with a silent worker; it has ended
if it said so. The key is its own if the server vouches for its name, or the one that workers share.
Workers with another version of the judge take no work from clients of this version.

Below the workers is what went wrong at them in the last days, at most ten failures of each. The server keeps these on
its disk. --watch shows all this again every two seconds: at a terminal as a table that renews itself, elsewhere as a
line for each change. Ctrl-C ends it.`,
		Example: `  cluster workers --at nats://127.0.0.1:4222
  cluster workers --at tls://judge.example.org:4222 --keys ~/judge-client --json -`,
		Args:              usage.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			conn, err := dial(cmd.Context(), at, keys, server.Client, "workers")
			if err != nil {
				return err
			}
			defer conn.Close()
			look := func(ctx context.Context) (listing, error) { return look(ctx, conn, at) }
			if watch {
				return watchWorkers(cmd.Context(), cmd.OutOrStdout(), look, time.Tick(watchEvery))
			}
			l, err := look(cmd.Context())
			if err != nil {
				return err
			}
			return writeWorkers(cmd.OutOrStdout(), json, l, version.Judge())
		},
	}
	addConnection(cmd, &at, &keys, server.Client)
	cmd.Flags().StringVar(&json, "json", "", "also write them as JSON to `FILE` (- for standard output, in place of "+
		"the rows)")
	cmd.Flags().BoolVarP(&watch, "watch", "w", false, "go on, and show what changes")
	cmd.MarkFlagsMutuallyExclusive("watch", "json")
	return cmd
}

// listing is what is known of the workers.
type listing struct {
	rows     []workerRow
	failures []wire.Failure // the oldest first
}

// look reads it from a cluster.
func look(ctx context.Context, conn *wire.Conn, at string) (l listing, err error) {
	heard, err := hear(ctx, conn)
	var ahead time.Duration
	if err == nil {
		ahead, err = conn.Ahead(ctx)
	}
	switch {
	case err == nil:
	case conn.NC.IsClosed():
		return l, gone{exit.Failed(conn.Closed())}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrDisconnected):
		return l, exit.Failed(fmt.Errorf("%s does not answer", at))
	default:
		return l, exit.Failed(fmt.Errorf("%s does not list its workers: %w", at, err))
	}
	l.rows = workersOf(heard, time.Now().Add(ahead), version.Judge(), conn.Pace)
	l.failures, _ = conn.Failures(ctx) // a server of an older version has none
	return l, ctx.Err()
}

// heard is the last offer of a worker.
type heard struct {
	offer wire.Offer
	at    time.Time // by the server's clock
}

// hear reads the last offers of all workers.
func hear(ctx context.Context, conn *wire.Conn) (all []heard, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for entry, err := range wire.Entries(ctx, conn.Workers, wire.Offers...) {
		if err != nil {
			return nil, err
		}
		if offer, err := wire.OfferOf(entry); err == nil {
			all = append(all, heard{offer, entry.Created()})
		}
	}
	return all, nil
}

// The states of workers.
const (
	live   = "live"
	paused = "paused" // it has found that it cannot judge
	ended  = "ended"  // by itself
	lost   = "lost"
	other  = "other judge"
)

// workerRow is a worker in the document of cluster workers.
type workerRow struct {
	Name      string    `json:"name"`
	Key       string    `json:"key"` // own, if the server vouches for the name, or shared
	State     string    `json:"state"`
	Class     string    `json:"class"`
	CPU       string    `json:"cpu"`
	Cores     int       `json:"cores"`
	Backend   string    `json:"backend"`
	Isolation string    `json:"isolation"`
	Jobs      int       `json:"jobs"`
	Languages []string  `json:"languages"`
	Judge     string    `json:"judge"` // its version
	Since     time.Time `json:"since"`
	Seen      time.Time `json:"seen"`
	Work      string    `json:"work"`
	Done      int       `json:"done"`
	LastWords string    `json:"last_words"`
	Paused    string    `json:"paused,omitempty"` // why it takes no work

	ago time.Duration
}

// workersOf are the workers in order of their names.
func workersOf(all []heard, now time.Time, version string, pace wire.Pace) []workerRow {
	rows := []workerRow{}
	for _, h := range all {
		o := h.offer
		row := workerRow{
			Name: o.Machine.Worker, Key: "shared", State: live, Class: o.Machine.Class(), CPU: o.Machine.CPU,
			Cores: o.Machine.Cores, Backend: o.Machine.Backend,
			Isolation: o.Isolation, Jobs: o.Jobs, Languages: slices.Concat([]string{}, o.Languages), Judge: o.Version,
			Since: o.Since, Seen: h.at.UTC(),
			Work: o.Work, Done: o.Done, LastWords: o.LastWords, Paused: o.Paused, ago: max(now.Sub(h.at), 0),
		}
		if o.Machine.Own {
			row.Key = "own"
		}
		switch {
		case o.Gone:
			row.State = ended
		case row.ago > pace.Missing():
			row.State = lost
		case o.Version != version:
			row.State = other
		case o.Paused != "":
			row.State = paused
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b workerRow) int { return strings.Compare(a.Name, b.Name) })
	return rows
}

// writeWorkers writes rows, the document, or both.
func writeWorkers(stdout io.Writer, json string, l listing, version string) error {
	document := func(w io.Writer) error {
		return report.Document(w, struct {
			Schema   int            `json:"schema"`
			Workers  []workerRow    `json:"workers"`
			Failures []wire.Failure `json:"failures"` // the oldest first
		}{1, l.rows, slices.Concat([]wire.Failure{}, l.failures)})
	}
	var errs []error
	switch json {
	case "-":
		errs = append(errs, document(stdout))
	case "":
		errs = append(errs, printWorkers(stdout, l, version))
	default:
		errs = append(errs, whole.Write(json, document), printWorkers(stdout, l, version))
	}
	if err := errors.Join(errs...); err != nil {
		return exit.Failed(err)
	}
	return nil
}

// printWorkers prints a line for each worker, and its last words below. The version is that of this program.
func printWorkers(w io.Writer, l listing, version string) error {
	rows := l.rows
	if len(rows) == 0 {
		out := terminal.NewSheet(w, terminal.StyleOf(w))
		out.Paragraph(2, "no worker was here in the last day; start one with cluster worker")
		printFailures(out, l.failures)
		return out.Flush()
	}
	var table terminal.Grid
	table.Left = map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true}
	table.Add(terminal.Plain("worker", "key", "state", "class", "cores", "done", "seen", "work", "languages")...)
	counts := make(map[string]int)
	for _, r := range rows {
		counts[r.State]++
		table.Add(terminal.Plain(legible.Line(r.Name), r.Key, r.State, r.Class, strconv.Itoa(r.Cores),
			strconv.Itoa(r.Done),
			ago(r.ago)+" ago", legible.Line(cmp.Or(r.Work, "-")), legible.Line(strings.Join(r.Languages, " ")))...)
		if r.State == other {
			table.Add(terminal.Cell{Text: fmt.Sprintf("  has judge %s, this program has %s: build both from one commit",
				legible.Line(r.Judge), version)})
		}
		if r.State == paused {
			table.Add(terminal.Cell{Text: "  takes no work: " + legible.Line(r.Paused)})
		}
		if r.LastWords != "" {
			table.Add(terminal.Cell{Text: "  last words: " + legible.Line(r.LastWords)})
		}
	}
	out := terminal.NewSheet(w, terminal.StyleOf(w))
	table.Write(out)
	noun := "workers"
	if len(rows) == 1 {
		noun = "worker"
	}
	printFailures(out, l.failures)
	out.Paragraph(2, fmt.Sprintf("DONE %d %s: %d live, %d paused, %d ended, %d lost, %d with another judge", len(rows),
		noun, counts[live], counts[paused], counts[ended], counts[lost], counts[other]))
	return out.Flush()
}

// printFailures prints what went wrong last, the newest first.
func printFailures(out *terminal.Sheet, failures []wire.Failure) {
	const most = 10
	if len(failures) > 0 {
		out.Paragraph(2, "what went wrong:")
	}
	for i, f := range slices.Backward(failures) {
		if len(failures)-i > most {
			out.Paragraph(2, fmt.Sprintf("  … and %d before; --json has them", i+1))
			break
		}
		out.Paragraph(4, "  "+failureLine(f))
	}
}

// failureLine is a failure with its time by the server's clock.
func failureLine(f wire.Failure) string {
	return fmt.Sprintf("%s  %s: %s", f.At.Format(time.DateTime), f.Worker, legible.Line(f.Reason))
}

// ago is a duration in one unit.
func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%d min", d/time.Minute)
	}
	return fmt.Sprintf("%d h", d/time.Hour)
}
