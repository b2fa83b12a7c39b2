package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

func newListCommand(a *app) *cobra.Command {
	var pack, json string
	var facts bool
	cmd := &cobra.Command{
		Use:   "list [PATTERN...]",
		Short: "List problems, submissions and how many tests they have",
		Example: `  judge list
  judge list -v poj3074`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.list(cmd.Context(), pack, json, facts, args)
		},
		ValidArgsFunction: completePatterns(&pack),
	}
	cmd.Flags().StringVar(&pack, "package", "", "list "+anyPackage)
	cmd.Flags().BoolVarP(&facts, "verbose", "v", false,
		"also list what is known of each problem's online judge, from where, and what no source confirms")
	addJSON(cmd, &json)
	return cmd
}

// The document of judge list.
type (
	listDocument struct {
		heading
		Problems []listedProblem `json:"problems"`
		Refused  []string        `json:"refused,omitempty"` // packages of a folder that cannot be judged
	}
	listedProblem struct {
		Problem     string             `json:"problem"`
		Title       string             `json:"title"`
		TimeSeconds float64            `json:"time_seconds"` // 0 if there is no limit
		MemoryBytes int64              `json:"memory_bytes"`
		OutputBytes int64              `json:"output_bytes"`
		Tests       int                `json:"tests"`
		Judge       string             `json:"judge"`
		ID          string             `json:"id"`
		URL         string             `json:"url"`
		Facts       []submit.Fact      `json:"facts"` // of the online judge
		Submissions []listedSubmission `json:"submissions"`
	}
	listedSubmission struct {
		Submission string `json:"submission"`
		Language   string `json:"language"` // "" if unknown
		Source     string `json:"source"`
		Solution   bool   `json:"solution"`
	}
)

// list prints each problem with its online judge, and below it a line for each submission.
func (a *app) list(ctx context.Context, pack, json string, facts bool, args []string) error {
	entries, err := a.entries(ctx, pack, args)
	if err != nil {
		return err
	}
	out := terminal.Grid{Left: map[int]bool{1: true}}
	last := ""
	document := listDocument{heading: headingOf(ctx, json, pack), Problems: []listedProblem{}}
	for _, e := range entries {
		p := e.Problem
		if p.Name != last {
			last = p.Name
			document.Problems = append(document.Problems, listedProblem{
				Problem: p.Name, Title: p.Title, TimeSeconds: p.Limits.Time.Seconds(), MemoryBytes: p.Limits.Memory,
				OutputBytes: p.Limits.Output,
				Tests:       len(p.Tests), Judge: p.Judge.Name, ID: p.Judge.ID, URL: p.Judge.URL,
				Facts: submit.Facts(p),
			})
			limit := "no time limit"
			if p.Limits.Time > 0 {
				limit = p.Limits.Time.String()
			}
			out.Add(terminal.Cell{Text: fmt.Sprintf("%s: %s (%s, %d MiB, %s)", p.Name, legible.Line(p.Title), limit,
				p.Limits.Memory>>20, figures.Plural(len(p.Tests), "test"))})
			if p.Judge.Name != "" {
				out.Add(terminal.Cell{Text: fmt.Sprintf("  %s %s: %s", legible.Line(p.Judge.Name),
					legible.Line(p.Judge.ID), legible.Line(p.Judge.URL))})
			}
			if facts {
				for _, f := range submit.Facts(p) {
					out.Add(terminal.Cell{Text: "    " + legible.Line(f.String())})
				}
			}
		}
		listed := listedSubmission{Submission: e.Submission.Name, Source: a.picker.Named(e.Submission.Main()),
			Solution: e.Submission.Solution}
		in := "in an unknown language"
		if language, err := compile.LanguageOf(e.Submission.Source); err == nil {
			in, listed.Language = language.Display, language.Name
		}
		of := &document.Problems[len(document.Problems)-1]
		of.Submissions = append(of.Submissions, listed)
		out.Add(terminal.Plain("  "+p.Name+"/"+e.Submission.Name, in)...)
	}
	document.Refused = a.picker.Refused
	sheet := a.sheet(json)
	out.Write(sheet)
	if err := sheet.Flush(); err != nil {
		return judgeFailed(err)
	}
	return a.writeDocument(json, document)
}
