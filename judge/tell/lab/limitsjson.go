package lab

import (
	"io"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/tell/report"
)

// The document of judge limits.
type (
	limitsDocument struct {
		heading
		Problems []timeLimit `json:"problems"`
	}
	timeLimit struct {
		Problem    string  `json:"problem"`
		Now        float64 `json:"time_seconds"`     // 0 if it has none
		Proposed   float64 `json:"proposed_seconds"` // 0 if none fits
		Sound      bool    `json:"sound"`
		Certain    bool    `json:"certain"`
		Resolution float64 `json:"resolution_seconds"`
		Above      float64 `json:"ac_to_time_limit"`
		Below      float64 `json:"time_limit_to_tle"`

		// The least multiple of the resolution that is high enough, the greatest that is low enough, and a finer
		// resolution with which one fits; 0 for none.
		Least float64 `json:"high_enough_seconds"`
		Most  float64 `json:"low_enough_seconds"`
		Finer float64 `json:"finer_resolution_seconds"`

		Lenient  float64  `json:"lenient_seconds"`
		Strict   float64  `json:"strict_seconds"`
		Slowest  *bound   `json:"slowest_accepted"` // null if there is none
		Fastest  *bound   `json:"fastest_too_slow"`
		Breaches []breach `json:"breaches"`
		Wrong    []string `json:"wrong"`
		Notes    []string `json:"notes"`
	}
	bound struct {
		Submission string  `json:"submission"`
		Test       string  `json:"test"`
		Median     float64 `json:"median_seconds"`
		Lowest     float64 `json:"least_seconds"`
		Highest    float64 `json:"most_seconds"`
		Runs       int     `json:"runs"`
		Stopped    bool    `json:"stopped"`
	}
	breach struct {
		bound
		Slow bool   `json:"meant_to_be_too_slow"`
		Sure bool   `json:"sure"`
		Said string `json:"message"`
	}
)

// TimeLimitsJSON writes proposed time limits as one document.
func TimeLimitsJSON(w io.Writer, all []TimeLimit, o Origin) error {
	d := limitsDocument{heading: o.heading(), Problems: []timeLimit{}}
	for _, l := range all {
		p := l.Proposal
		row := timeLimit{
			Problem: l.Problem, Now: l.Now.Seconds(), Proposed: p.Limit.Seconds(),
			Sound: l.Sound(), Certain: certain(p), Resolution: l.Rule.Resolution.Seconds(),
			Above: float64(l.Rule.FromAccepted) / 1000, Below: float64(l.Rule.ToTooSlow) / 1000,
			Least: p.Least.Seconds(), Most: p.Most.Seconds(), Finer: p.Finer.Seconds(),
			Lenient: p.Lenient.Seconds(), Strict: p.Strict.Seconds(),
			Slowest: boundOf(p.Fast), Fastest: boundOf(p.Slow),
			Breaches: []breach{}, Wrong: texts(l.Wrong), Notes: texts(l.Notes),
		}
		for _, b := range l.Breaches {
			row.Breaches = append(row.Breaches, breach{*boundOf(&b.Bound), b.Slow, b.Sure, Breach(b, l.Now, l.Rule)})
		}
		d.Problems = append(d.Problems, row)
	}
	return report.Document(w, d)
}

func boundOf(b *limits.Bound) *bound {
	if b == nil {
		return nil
	}
	return &bound{b.Name, b.Test, b.Median.Seconds(), b.Least.Seconds(), b.Most.Seconds(), b.Runs, b.Stopped}
}

// certain reports whether there were several runs, and all agree on the limit.
func certain(p limits.Proposal) bool {
	return p.Fast != nil && !p.Fast.Stopped && p.Fast.Runs > 1 && p.Certain()
}
