package record

// Machine is the machine, sandbox and compilers that a record was made with: its configuration lines.
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

// RoughMemory reports whether the peaks of memory are rough: under the portable sandbox they start at the judge's own
// peak. Rough peaks are shown, but not judged.
func (m Machine) RoughMemory() bool { return m.Backend == "portable" }

// Apart lists the differences of two machines that make their times incomparable: "cpu: A and B". It is nil if there is
// none.
func (m Machine) Apart(other Machine) []string { return m.differences(other, true) }

// Changed lists the other differences of two machines: another version of a kernel or a compiler, which may itself
// change times.
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
