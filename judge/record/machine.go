package record

// Machine is where and with what a record was made: its configuration lines.
type Machine struct {
	GOOS, GOARCH, CPU, Cores string
	Kernel                   string
	Backend                  string // the sandbox
	Go, GCC                  string // versions of the compilers; "" for one that is not there
}

// line is one configuration line.
type line struct {
	key   string
	value *string
	apart bool // whether times of machines that differ in it cannot be compared
}

func (m *Machine) lines() []line {
	return []line{
		{"goos", &m.GOOS, true}, {"goarch", &m.GOARCH, true}, {"cpu", &m.CPU, true}, {"cores", &m.Cores, true},
		{"kernel", &m.Kernel, false}, {"backend", &m.Backend, true}, {"go", &m.Go, false}, {"gcc", &m.GCC, false},
	}
}

// RoughMemory reports whether the peaks of memory are only rough, so that they are shown and not judged: under the portable
// sandbox they begin at the judge's own.
func (m Machine) RoughMemory() bool { return m.Backend == "portable" }

// Apart says in what two machines differ so that times of one say nothing of the other: "cpu: A and B"; nil if in nothing.
func (m Machine) Apart(other Machine) []string { return m.differences(other, true) }

// Changed says in what else two machines differ: a kernel or a compiler of another version, that may itself be the
// reason for another time.
func (m Machine) Changed(other Machine) []string { return m.differences(other, false) }

func (m Machine) differences(other Machine, apart bool) []string {
	var said []string
	theirs := other.lines()
	for i, ours := range m.lines() {
		if a, b := *ours.value, *theirs[i].value; ours.apart == apart && a != b {
			said = append(said, ours.key+": "+orNone(a)+" and "+orNone(b))
		}
	}
	return said
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
