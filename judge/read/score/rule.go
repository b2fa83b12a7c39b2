package score

import (
	"errors"
	"fmt"
	"strings"
)

// The files in a checker's feedback folder that give a score.
const (
	ScoreFile      = "score.txt"
	MultiplierFile = "score_multiplier.txt"
)

// MostBytes is the maximum length of a ScoreFile or MultiplierFile. A longer file is an error. To detect it, callers
// read one byte more.
const MostBytes = mostCharacters

// Files holds the contents of a checker's files about a test's score: ScoreFile, MultiplierFile or both.
type Files map[string]string

// Kind says where a test's score comes from.
type Kind int

// The kinds. All except Graded are for the format 2025-09.
const (
	Ignored   Kind = iota // a sample has no score, and the checker's files are ignored
	PassFail              // the test has no score, and the checker must not write one
	Bounded               // the score is at most Max, and exactly Max if an accepted test has no score file
	Unbounded             // the checker must write the score
	Graded                // in a legacy format: Reject if rejected; if accepted, the checker's score or else Accept
)

// Rule says how the score of a test is computed.
type Rule struct {
	Kind           Kind
	Max            Number // of a bounded test
	Accept, Reject Number // of a graded test
	Custom         bool   // of a graded test: whether problem.yaml has "validation: custom score"
}

// Score returns the score of a judged test, and the name of the file that the score is from; "" for none. An error says
// what the checker did wrong; the test is then a judge error. In the legacy formats, unexpected score files are not
// errors, but Warning reports them.
func (r Rule) Score(accepted bool, f Files) (n Number, from string, err error) {
	scored, multiplied := f.has(ScoreFile), f.has(MultiplierFile)
	written := ScoreFile
	if !scored {
		written = MultiplierFile
	}
	wrong := func(format string, args ...any) (Number, string, error) {
		return Number{}, "", fmt.Errorf("the checker wrote "+format, args...)
	}
	switch {
	case r.Kind == Ignored:
		return Number{}, "", nil
	case r.Kind == Graded && !accepted:
		return r.Reject, "", nil
	case r.Kind == Graded && scored: // the score may be negative
		n, err = f.number(ScoreFile)
		return n, ScoreFile, err
	case r.Kind == Graded:
		return r.Accept, "", nil
	case scored && multiplied:
		return wrong("both %s and %s; it may write one of them", ScoreFile, MultiplierFile)
	case !accepted && (scored || multiplied):
		return wrong("%s for an output that it rejects; only what is accepted has a score", written)
	case r.Kind == PassFail && (scored || multiplied):
		return wrong("%s, but this test's group has score_aggregation: pass-fail, so its tests have no score",
			written)
	case !accepted || r.Kind == PassFail:
		return Number{}, "", nil
	case r.Kind == Unbounded && multiplied:
		return wrong("%s for a test without a maximum score; it must write %s", MultiplierFile, ScoreFile)
	case r.Kind == Unbounded && !scored:
		return wrong("no %s, and this test has no maximum score to use instead", ScoreFile)
	case scored:
		n, err = f.read(ScoreFile)
		if err == nil && r.Kind == Bounded && n.Cmp(r.Max) > 0 {
			return wrong("%s to %s, and the maximum score of this test is %s", n, ScoreFile, r.Max)
		}
		return n, ScoreFile, err
	case multiplied:
		n, err = f.read(MultiplierFile)
		if err == nil && n.Cmp(Int(1)) > 0 {
			return wrong("%s to %s, which must be from 0 to 1", n, MultiplierFile)
		}
		return n.times(r.Max), MultiplierFile, err
	}
	return r.Max, "", nil
}

// Warning returns a warning about a score file that a legacy format does not expect; "" if there is none.
func (r Rule) Warning(accepted bool, f Files) string {
	switch {
	case r.Kind != Graded || !f.has(ScoreFile):
		return ""
	case !accepted:
		return fmt.Sprintf("warning: the checker wrote %s for an output that it rejects; ignored, the reject_score "+
			"counts", ScoreFile)
	case !r.Custom:
		return fmt.Sprintf("warning: the checker wrote %s, and problem.yaml does not say validation: custom score; it "+
			"counts all the same", ScoreFile)
	}
	return ""
}

// has reports whether the checker wrote a file.
func (f Files) has(file string) bool {
	_, ok := f[file]
	return ok
}

// read reads a file with one number, which must not be negative.
func (f Files) read(file string) (Number, error) {
	n, err := f.number(file)
	if err == nil && n.Sign() < 0 {
		err = fmt.Errorf("the checker wrote %s to %s, which must not be negative", n, file)
	}
	return n, err
}

// number reads a file with one number.
func (f Files) number(file string) (Number, error) {
	text := f[file]
	if len(text) > MostBytes {
		return Number{}, fmt.Errorf("the checker wrote more than %d bytes to %s, which holds one number", MostBytes,
			file)
	}
	n, err := Parse(strings.Trim(text, " \t\r\n"))
	if err != nil && len(text) == 0 {
		err = errors.New("it is empty, or not a regular file")
	}
	if err != nil {
		err = fmt.Errorf("what the checker wrote to %s is not a score: %w", file, err)
	}
	return n, err
}
