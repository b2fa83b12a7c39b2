package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

func newWorkersCommand() *cobra.Command {
	var at, keys, json string
	cmd := &cobra.Command{
		Use:   "workers --at URL",
		Short: "List the live workers of a cluster, their work and last errors",
		Long: `List the workers of a cluster that are alive, with their group, their work, how
many submissions they have judged, and their last error. A worker that was
killed stays in the list for a minute.

A worker is paused if it has no room, or if it rejected a correct program. It
takes no work until its self-test passes. Workers with another version of the
judge take no work from clients of this version.`,
		Example: `  cluster workers --at nats://127.0.0.1:4222
  cluster workers --at tls://judge.example.org:4222 --keys client --json -`,
		Args:              usage.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := outcome.Writable("--json", json); err != nil {
				return err
			}
			conn, err := dial(cmd.Context(), at, keys, wire.Client, "workers")
			if err != nil {
				return err
			}
			defer conn.Close()
			offers, err := conn.Offers(cmd.Context())
			if err != nil {
				return exit.Failed(fmt.Errorf("%s does not list its workers: %w", at, err))
			}
			rows := []workerRow{}
			for _, o := range offers {
				rows = append(rows, rowOf(o, version.Judge()))
			}
			return writeWorkers(cmd.OutOrStdout(), json, rows, version.Judge())
		},
	}
	addConnection(cmd, &at, &keys, wire.Client)
	cmd.Flags().StringVar(&json, "json", "", "also write the list as JSON to `FILE` (- for standard output, instead "+
		"of the rows)")
	return cmd
}

// The states of workers.
const (
	live   = "live"
	paused = "paused"      // it takes no work until its self-test passes
	other  = "other judge" // it has another version of the judge
)

// workerRow is a worker in the JSON of "cluster workers".
type workerRow struct {
	wire.Offer
	State string `json:"state"`
}

// rowOf returns the row of a worker. version is the version of this program.
func rowOf(o wire.Offer, version string) workerRow {
	row := workerRow{Offer: o, State: live}
	switch {
	case o.Version != version:
		row.State = other
	case o.Paused != "":
		row.State = paused
	}
	if row.Languages == nil {
		row.Languages = []string{}
	}
	return row
}

// writeWorkers prints the rows. If json names a file, it also writes them as JSON; for "-", it prints only the JSON.
func writeWorkers(stdout io.Writer, json string, rows []workerRow, version string) error {
	document := func(w io.Writer) error {
		return report.Document(w, struct {
			Schema  int         `json:"schema"`
			Workers []workerRow `json:"workers"`
		}{report.Schema, rows})
	}
	if json == "-" {
		return document(stdout)
	}
	if err := printWorkers(stdout, rows, version); err != nil || json == "" {
		return err
	}
	if err := whole.Write(json, document); err != nil {
		return exit.Failed(err)
	}
	return nil
}

// printWorkers prints a line for each worker. Lines below it say why the worker takes no work, and what its last error
// was. version is the version of this program.
func printWorkers(w io.Writer, rows []workerRow, version string) error {
	out := terminal.NewSheet(w, terminal.StyleOf(w))
	if len(rows) == 0 {
		out.Paragraph(2, "no live workers; start one with cluster worker")
		return out.Flush()
	}
	table := terminal.NewTable(
		terminal.Text("worker", func(r workerRow) string { return legible.Line(r.Worker) }),
		terminal.LeftText("state", func(r workerRow) string { return r.State }),
		terminal.LeftText("group", func(r workerRow) string { return legible.Line(cmp.Or(r.Group, "-")) }),
		terminal.LeftText("cores", func(r workerRow) string { return strconv.Itoa(r.Cores) }),
		terminal.LeftText("done", func(r workerRow) string { return strconv.Itoa(r.Done) }),
		terminal.LeftText("work", func(r workerRow) string { return legible.Line(cmp.Or(r.Work, "-")) }),
		terminal.LeftText("languages", func(r workerRow) string {
			return legible.Line(strings.Join(r.Languages, " "))
		}))
	counts := make(map[string]int)
	for _, r := range rows {
		counts[r.State]++
		table.Row(r)
		if r.State == other {
			table.Add(terminal.Cell{Text: fmt.Sprintf("  has judge %s, this program has %s: build both from one commit",
				legible.Line(r.Version), version)})
		}
		if r.State == paused {
			table.Add(terminal.Cell{Text: "  takes no work: " + legible.Line(r.Paused)})
		}
		if r.LastWords != "" {
			table.Add(terminal.Cell{Text: "  last words: " + legible.Line(r.LastWords)})
		}
	}
	table.Write(out)
	out.Paragraph(2, fmt.Sprintf("DONE %s: %d live, %d paused, %d with another judge", figures.Plural(len(rows),
		"worker"), counts[live], counts[paused], counts[other]))
	return out.Flush()
}
