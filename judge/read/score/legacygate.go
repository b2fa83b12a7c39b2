package score

import (
	"fmt"
	"slices"
)

// legacyGate knows the groups that the test entered last is in, and what is known of their items so far.
type legacyGate struct {
	scheme *Legacy
	open   []frame           // from the root on
	said   map[string]string // group → what its custom grader said, as far as it is known
}

// frame is a group whose items are being judged.
type frame struct {
	*folder
	rejected string // the first item that was not accepted, "" for none
	accepted bool   // an item was accepted
	failed   bool   // an item is a judge error
	open     bool   // of an item it is not known
	judged   bool   // there is an item that is not left out
}

// Gate knows which tests on_reject: break leaves out.
func (o *Legacy) Gate() Gate { return &legacyGate{scheme: o, open: []frame{{folder: o.root}}} }

func (g *legacyGate) Clone() Gate { return &legacyGate{g.scheme, slices.Clone(g.open), g.said} }

func (g *legacyGate) Enter(test string) string {
	folders := foldersOf(test)
	for len(g.open) > 1 && (len(g.open) > len(folders)+1 || g.open[len(g.open)-1].Name != folders[len(g.open)-2]) {
		g.leaveFolder()
	}
	for _, name := range folders[len(g.open)-1:] {
		if inner := g.scheme.folders[name]; inner != nil {
			g.open = append(g.open, frame{folder: inner})
		}
	}
	for _, f := range g.open {
		if f.Break && f.rejected != "" {
			return fmt.Sprintf("%s was not accepted, and on_reject: break leaves out the rest of %s", f.rejected,
				shown(f.Name))
		}
	}
	return ""
}

func (g *legacyGate) Leave(test, verdict string) { g.open[len(g.open)-1].note(test, verdict) }

// note records an item's verdict, "" if it is unknown.
func (f *frame) note(name, verdict string) {
	f.judged = true
	switch {
	case f.IgnoreSample && name == Sample:
	case verdict == "":
		f.open = true
	case verdict == Accepted:
		f.accepted = true
	default:
		f.failed = f.failed || verdict == JudgeError
		if f.rejected == "" {
			f.rejected = name
		}
	}
}

// leaveFolder ends the innermost group, which is an item of the one around it, unless all of it was left out.
func (g *legacyGate) leaveFolder() {
	last := len(g.open) - 1
	f := g.open[last]
	g.open = g.open[:last]
	if f.judged {
		verdict := f.verdict()
		if f.Custom && !f.failed {
			verdict = g.said[f.Name]
		}
		g.open[last-1].note(f.Name, verdict)
	}
}

// verdict says whether a group is accepted: AC, any other verdict if it is not, "" if that is unknown.
func (f *frame) verdict() string {
	switch {
	case f.failed:
		return JudgeError
	case f.Verdicts == AlwaysAccept || f.AnyAccepted && f.accepted:
		return Accepted
	case f.rejected != "" && !(f.AnyAccepted && f.open):
		return "WA"
	case f.open:
		return ""
	}
	return Accepted
}

// Decided is false: in these formats every test that is judged may change the score.
func (g *legacyGate) Decided(string) bool { return false }
