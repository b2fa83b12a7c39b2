package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"strconv"
	"time"

	"dlxjudge/judge/base/checkout"
)

// Machine describes the machine, sandbox and compilers that a record was made with. The record has a configuration line
// for each value.
type Machine struct {
	Backend string `json:"backend"` // name of the sandbox
	Cores   string `json:"cores"`
	CPU     string `json:"cpu"`
	GCC     string `json:"gcc"` // version; "" if gcc is not installed
	Go      string `json:"go"`
	GOARCH  string `json:"goarch"`
	GOOS    string `json:"goos"`
	Host    string `json:"host"` // digest of what identifies the machine; "" if unknown
	Kernel  string `json:"kernel"`
}

// line is one configuration line. Times of two machines are not comparable if the machines differ in an essential line.
type line struct {
	key       string
	value     *string
	essential bool
}

func (m *Machine) lines() []line {
	return []line{
		{"goos", &m.GOOS, true}, {"goarch", &m.GOARCH, true}, {"cpu", &m.CPU, true}, {"cores", &m.Cores, true},
		{"kernel", &m.Kernel, false}, {"backend", &m.Backend, true}, {"go", &m.Go, false}, {"gcc", &m.GCC, false},
		{"host", &m.Host, false},
	}
}

// RoughMemory reports whether memory peaks are approximate: the portable sandbox never reports less than the judge's
// own peak. Approximate peaks are shown, but not judged.
func (m Machine) RoughMemory() bool { return m.Backend == "portable" }

// Apart lists the differences that make the times of two machines incomparable, such as "cpu: A and B". It returns nil
// if there are none.
func (m Machine) Apart(other Machine) []string { return m.differences(other, true) }

// Here reports whether m and other are certainly one machine, not only two machines of the same kind.
func (m Machine) Here(other Machine) bool {
	return len(m.Apart(other)) == 0 && m.Host == other.Host && m.Host != ""
}

func (m Machine) differences(other Machine, essential bool) []string {
	var all []string
	theirs := other.lines()
	for i, ours := range m.lines() {
		if a, b := *ours.value, *theirs[i].value; ours.essential == essential && a != b {
			all = append(all, ours.key+": "+cmp.Or(a, "none")+" and "+cmp.Or(b, "none"))
		}
	}
	return all
}

// Number is a figure in a JSON document. JSON cannot represent unknown or infinite numbers, so they become null.
type Number float64

func Unknown() Number { return Number(math.NaN()) }

// MarshalJSON rounds to twelve significant digits, since further digits depend on the processor.
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

// MarshalJSON writes what identifies a record: its path, commit, date, seed and machine. It omits the samples.
func (r *Record) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // the path can be a command with < or &
	err := encoder.Encode(struct {
		Path string `json:"record"`
		checkout.State
		Date     time.Time `json:"date"`
		Seed     uint64    `json:"seed"`
		Finished bool      `json:"finished"`
		Machine  Machine   `json:"machine"`
	}{r.Path, checkout.StateOf(r.Run.Commit, r.Run.Dirty), r.Run.Date, r.Run.Seed, r.Finished, r.Machine})
	return text.Bytes(), err
}
