package lab

import (
	"io"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/report"
)

// The document of judge compare.
type (
	ladderDocument struct {
		heading
		From     *recordUsed `json:"from"`
		Problem  string      `json:"problem"`
		Of       string      `json:"of"` // what figures are for: "case" or "test"
		Names    []string    `json:"solutions"`
		Sections []section   `json:"sections"`
		All      *section    `json:"all"` // null for a single section
	}
	section struct {
		Name  string `json:"name"`
		Cases int    `json:"cases"`
		Rungs []rung `json:"rungs"`
	}
	rung struct {
		Submission string `json:"submission"`
		Cases      int    `json:"cases"`
		Stopped    int    `json:"stopped"`
		Nodes      number `json:"nodes"`
		PerNode    number `json:"node_seconds"`
		Seconds    number `json:"cpu_seconds"`
		AtLeast    bool   `json:"cpu_at_least"` // it was stopped: cpu_seconds is a lower bound
		StartUp    bool   `json:"mostly_start_up"`
		Fewer      number `json:"nodes_of_previous"`
		Previous   *ratio `json:"faster_than_previous"` // null for the first
		First      *ratio `json:"faster_than_first"`
	}
	ratio struct {
		Times     number `json:"times"`
		Lo        number `json:"lo"`
		Hi        number `json:"hi"`
		Above     bool   `json:"at_least"` // the other was stopped
		Below     bool   `json:"at_most"`  // this one was
		Estimated bool   `json:"estimated"`
	}
)

// LadderJSON writes the solutions of a problem, side by side, as one document.
func LadderJSON(w io.Writer, l *compare.Ladder, from *record.Record, o Origin) error {
	d := ladderDocument{heading: o.heading(), From: recordedOf(from), Problem: l.Problem, Of: "test", Names: l.Names,
		Sections: []section{}}
	if l.Workloads {
		d.Of = "case"
	}
	for _, s := range l.Sections {
		d.Sections = append(d.Sections, sectionOf(l, s))
	}
	if l.All != nil {
		all := sectionOf(l, *l.All)
		d.All = &all
	}
	return report.Document(w, d)
}

func sectionOf(l *compare.Ladder, s compare.Section) section {
	section := section{Name: s.Name, Cases: s.Cases, Rungs: []rung{}}
	for i, r := range s.Rungs {
		row := rung{
			Submission: l.Names[i], Cases: r.Cases, Stopped: r.Stopped, Nodes: number(r.Nodes),
			PerNode: number(r.PerNode / 1e9), Seconds: unknown(),
			StartUp: r.StartUp, Fewer: number(r.NodesBefore),
		}
		if r.Time.Bound || r.Time.N > 0 {
			row.Seconds, row.AtLeast = number(r.Time.Center/1e9), r.Time.Bound
		}
		if i > 0 {
			row.Previous, row.First = ratioOf(r.Before), ratioOf(r.First)
		}
		section.Rungs = append(section.Rungs, row)
	}
	return section
}

func ratioOf(r compare.Ratio) *ratio {
	return &ratio{number(r.Times), number(r.Lo), number(r.Hi), r.Above, r.Below, r.Estimated}
}
