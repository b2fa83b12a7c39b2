package lab

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/report"
)

// Origin is where the results in a document come from: the commit of the checkout, and the programs.
type Origin struct {
	report.Checkout
	Programs []Program `json:"submissions"`
}

// Program is a submission, or a checker, whose results a document has.
type Program struct {
	Problem  string        `json:"problem"`
	Name     string        `json:"submission"`
	Language string        `json:"language"` // "" if it is not known
	Source   string        `json:"source"`   // path of the file that it begins with
	Solution bool          `json:"solution"` // meant to be right
	Limits   report.Limits `json:"limits"`
}

// heading is what the documents of all commands that run programs begin with.
type heading struct {
	Schema int `json:"schema"`
	Origin
}

func (o Origin) heading() heading {
	o.Programs = append([]Program{}, o.Programs...) // never null
	return heading{report.Schema, o}
}

// number is a computed figure. JSON has no number for one that is unknown or infinite, so these are null.
type number float64

// MarshalJSON writes twelve digits: later ones depend on the processor.
func (n number) MarshalJSON() ([]byte, error) {
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

// unknown is a number that is null.
func unknown() number { return number(math.NaN()) }

// recordUsed is a record that figures come from.
type recordUsed struct {
	Record string `json:"record"` // its path, or a name for one that is not kept
	report.Checkout
	Date     time.Time         `json:"date"`
	Finished bool              `json:"finished"`
	Machine  map[string]string `json:"machine"` // its configuration lines
}

func recordedOf(r *record.Record) *recordUsed {
	return &recordUsed{Record: r.Path, Checkout: report.CheckoutOf(r.Run.Commit, r.Run.Dirty),
		Date: r.Run.Date, Finished: r.Finished,
		Machine: machineOf(r.Machine)}
}

func machineOf(m record.Machine) map[string]string {
	return map[string]string{
		"goos": m.GOOS, "goarch": m.GOARCH, "cpu": m.CPU, "cores": m.Cores, "kernel": m.Kernel, "backend": m.Backend,
		"go": m.Go, "gcc": m.GCC,
	}
}

// texts is a list that is never null.
func texts(all []string) []string { return append([]string{}, all...) }
