package lab

import (
	"cmp"
	"io"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/report"
)

// The document of judge bench.
type (
	benchDocument struct {
		heading
		Now         *recordUsed `json:"now"`
		Base        *recordUsed `json:"base"`      // null if there is none to compare with
		Threshold   number      `json:"threshold"` // 0.02 for 2%
		Regressions bool        `json:"regressions"`
		Tables      []table     `json:"tables"`
		Answers     []answer    `json:"answers"` // of commits that were measured in turns
		Lost        []measured  `json:"lost_counts"`
		Unsure      []measured  `json:"unsure_counts"`
		Notes       []string    `json:"notes"`

		// of two commands: their times, and how the second's wall time differs
		Commands []commandMeasured `json:"commands,omitempty"`
		Wall     *effects          `json:"wall,omitempty"`
	}
	measured struct {
		Problem    string `json:"problem"`
		Submission string `json:"submission"`
		Test       string `json:"test"` // "" for the geometric mean of all
	}
	table struct {
		Unit record.Unit `json:"unit"`
		Rows []tableRow  `json:"rows"`
	}
	tableRow struct {
		measured
		Now     *sampled `json:"now"`
		Base    *sampled `json:"base"` // null without a base
		Change  number   `json:"change"`
		P       number   `json:"p"`
		Outcome string   `json:"outcome"`
		StartUp bool     `json:"mostly_start_up"`
	}
	sampled struct {
		Median  number `json:"median"`
		Lo      number `json:"lo"` // of a 95% interval
		Hi      number `json:"hi"`
		Samples int    `json:"samples"`
		Stopped bool   `json:"stopped"` // at the median: the figure is larger
	}
	answer struct {
		Problem    string         `json:"problem"`
		Submission string         `json:"submission"`
		Answer     compare.Answer `json:"answer"`
		Layouts    int            `json:"layouts"`
		Time       effects        `json:"time"`
		Memory     effects        `json:"memory"`
		Grown      bool           `json:"memory_grown"`
		Found      number         `json:"found_from"`
		StartUp    bool           `json:"mostly_start_up"`
		Tests      []testAnswer   `json:"tests"`
		Stopped    []tableRow     `json:"stopped"`
		Unknown    []string       `json:"unknown"`
	}
	testAnswer struct {
		Test  string  `json:"test"`
		Base  number  `json:"base_ns"`
		Now   number  `json:"now_ns"`
		Time  effects `json:"time"`
		Shown bool    `json:"shown"`
	}
	effects struct {
		Change number `json:"change"`
		Lo     number `json:"lo"`
		Hi     number `json:"hi"`
	}
)

// SamplesJSON writes the figures of one record as a document, if there is none to compare it with.
func SamplesJSON(w io.Writer, r *record.Record, o Origin) error {
	d := benchOf(o, nil, r)
	d.Tables = tablesOf(compare.Summary(r), false)
	return report.Document(w, d)
}

// ComparisonJSON writes the comparison of two records as one document.
func ComparisonJSON(w io.Writer, c *compare.Comparison, o Origin) error {
	d := benchOf(o, c.Base, c.Now)
	d.Threshold, d.Regressions = number(c.Threshold), len(c.Regressions())+len(c.Lost) > 0
	d.Tables, d.Lost, d.Unsure, d.Notes = tablesOf(c.Tables, true), keysOf(c.Lost), keysOf(c.Unsure), texts(c.Notes)
	return report.Document(w, d)
}

// TurnsJSON writes the comparison of two commits, measured in turns, as one document.
func TurnsJSON(w io.Writer, t *compare.Turns, o Origin) error {
	return report.Document(w, turnsOf(t, o))
}

func turnsOf(t *compare.Turns, o Origin) benchDocument {
	d := benchOf(o, t.Base, t.Now)
	d.Threshold, d.Regressions = number(t.Threshold), t.Regressions()
	d.Tables, d.Lost, d.Notes = tablesOf(t.Counts, true), keysOf(t.Lost), texts(t.Notes)
	for _, s := range t.Solutions {
		row := answer{
			Problem: s.Problem, Submission: s.Program.Solution, Answer: s.Answer, Layouts: s.Layouts,
			Time: effectsOf(s.Time), Memory: effectsOf(s.Memory),
			Grown: s.Grown, Found: number(s.Found), StartUp: s.StartUp, Tests: []testAnswer{},
			Stopped: rowsOf(s.Stopped, record.CPU, true), Unknown: []string{},
		}
		if s.Layouts == 0 {
			none := effects{unknown(), unknown(), unknown()}
			row.Time, row.Memory, row.Found = none, none, unknown()
		}
		for _, test := range s.Tests {
			row.Tests = append(row.Tests, testAnswer{test.Test, number(test.Base), number(test.Now),
				effectsOf(test.Time), test.Shown})
		}
		for _, k := range s.Unknown {
			row.Unknown = append(row.Unknown, k.Test)
		}
		d.Answers = append(d.Answers, row)
	}
	return d
}

func benchOf(o Origin, base, now *record.Record) benchDocument {
	d := benchDocument{
		heading: o.heading(), Now: recordedOf(now), Threshold: unknown(), Answers: []answer{}, Lost: []measured{},
		Unsure: []measured{}, Notes: []string{},
	}
	if base != nil {
		d.Base = recordedOf(base)
	}
	return d
}

func tablesOf(all []compare.Table, based bool) []table {
	tables := []table{}
	for _, t := range all {
		tables = append(tables, table{t.Unit, rowsOf(t.Rows, t.Unit, based)})
	}
	return tables
}

func rowsOf(all []compare.Row, u record.Unit, based bool) []tableRow {
	rows := []tableRow{}
	for _, r := range all {
		row := tableRow{measured: measuredOf(r.Key), Now: sampledOf(r.Now), Change: unknown(), P: unknown(),
			Outcome: wordOf(r.Outcome), StartUp: r.StartUp}
		if based {
			row.Base, row.Change = sampledOf(r.Base), number(r.Delta())
			if evidence(r, u) != "" {
				row.P = number(r.P)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// outcomeWords are the words for outcomes that rows show as signs.
var outcomeWords = map[compare.Outcome]string{compare.NotJudged: "not judged", compare.NoneShown: "no difference shown",
	compare.Equal: "equal"}

func wordOf(o compare.Outcome) string { return cmp.Or(outcomeWords[o], string(o)) }

func sampledOf(f compare.Figure) *sampled {
	return &sampled{number(f.Center), number(f.Lo), number(f.Hi), f.N, f.Bound}
}

func measuredOf(k record.Key) measured { return measured{k.Problem, k.Solution, k.Test} }

func keysOf(keys []record.Key) []measured {
	all := []measured{}
	for _, k := range keys {
		all = append(all, measuredOf(k))
	}
	return all
}

func effectsOf(e compare.Effect) effects {
	return effects{number(e.Middle), number(e.Lo), number(e.Hi)}
}
