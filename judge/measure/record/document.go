package record

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"dlxjudge/judge/base/checkout"
)

// Number is a figure in a JSON document. JSON has no number for one that is unknown or infinite, so these are null.
type Number float64

// Unknown is a figure that is not known.
func Unknown() Number { return Number(math.NaN()) }

// MarshalJSON writes twelve digits: later ones depend on the processor.
func (n Number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	if err != nil {
		return nil, err
	}
	return json.Marshal(rounded)
}

// Source names a record that the figures of a document come from.
type Source struct {
	Record string `json:"record"` // its path, or a name for one that is not kept
	checkout.State
	Date     time.Time         `json:"date"`
	Finished bool              `json:"finished"`
	Machine  map[string]string `json:"machine"` // its configuration lines
}

// Source names the record in a document.
func (r *Record) Source() *Source {
	return &Source{r.Path, checkout.StateOf(r.Run.Commit, r.Run.Dirty), r.Run.Date, r.Finished, r.Machine.Document()}
}

// Document is the machine's configuration lines, by their keys.
func (m Machine) Document() map[string]string {
	all := make(map[string]string)
	for _, line := range m.lines() {
		all[line.key] = *line.value
	}
	return all
}

// Run is the run that made the record, without the date of the commit.
func (s *Source) Run() Run {
	return Run{Commit: s.Commit, Dirty: s.Dirty != nil && *s.Dirty, Date: s.Date}
}

// RoughMemory reports whether the record's peaks of memory are rough.
func (s *Source) RoughMemory() bool { return Machine{Backend: s.Machine["backend"]}.RoughMemory() }
