package legacy

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/read/score"
)

// annotated maps the words after @EXPECTED_RESULTS@ to verdicts. Like other judges that know this tag, it accepts names
// of folders, too, such as run_time_error.
var annotated = map[string]string{
	"ACCEPTED": "AC", "CORRECT": "AC", "WRONG_ANSWER": "WA", "NO_OUTPUT": "WA", "TIMELIMIT": "TLE", "TIME_LIMIT": "TLE",
	"TIME_LIMIT_EXCEEDED": "TLE", "RUN_ERROR": "RTE", "RUN_TIME_ERROR": "RTE", "RUNTIME_ERROR": "RTE",
	"MEMORY_LIMIT": "RTE", "MEMORY_LIMIT_EXCEEDED": "RTE", "OUTPUT_LIMIT": "OLE", "OUTPUT_LIMIT_EXCEEDED": "OLE",
	"COMPILER_ERROR": "CE", "COMPILE_ERROR": "CE", "CHECK_MANUALLY": anyVerdict,
}

// anyVerdict is expected of a submission whose verdict a person checks.
const anyVerdict = "any"

// The tags with their values, up to the end of the line. Without a colon, a word is not a tag.
var (
	annotationForm = regexp.MustCompile(`(?i)@EXPECTED_RESULTS?@[ \t]*:[ \t]*([^\r\n]*)`)
	scoreTagForm   = regexp.MustCompile(`(?i)@EXPECTED_SCORE@[ \t]*:[ \t]*([^\r\n]*)`)
)

// endOfComment matches the end of the comment around an annotation.
var endOfComment = regexp.MustCompile(`(\*/|-->|-?\}|\*\)|"""|''').*$`)

// Annotation reads the first tag "@EXPECTED_RESULTS@: A, B" in a source. It returns the verdicts that the submission
// may get, and the number of the tag's line; 0 if there is no such tag. The verdicts are nil if any verdict will do.
func Annotation(source []byte) (verdicts []string, line int, err error) {
	listed, line := tag(annotationForm, source)
	if line == 0 {
		return nil, 0, nil
	}
	for word := range strings.SplitSeq(listed, ",") {
		word = strings.ToUpper(strings.TrimSpace(word))
		v := annotated[strings.ReplaceAll(word, "-", "_")]
		if v == "" {
			return nil, line, fmt.Errorf("@EXPECTED_RESULTS@ names %.40q, which is not a known result; write one such "+
				"as WRONG_ANSWER", word)
		}
		if !slices.Contains(verdicts, v) {
			verdicts = append(verdicts, v)
		}
	}
	if slices.Contains(verdicts, anyVerdict) {
		verdicts = nil
	}
	return verdicts, line, nil
}

// tag returns the value of the first tag of this form in a source, and the number of its line; 0 if there is none.
func tag(form *regexp.Regexp, source []byte) (text string, line int) {
	m := form.FindSubmatchIndex(source)
	if m == nil {
		return "", 0
	}
	line = 1 + bytes.Count(source[:m[0]], []byte("\n"))
	return strings.TrimSpace(endOfComment.ReplaceAllString(string(source[m[2]:m[3]]), "")), line
}

// ScoreTag reads the first tag "@EXPECTED_SCORE@: 60" or "@EXPECTED_SCORE@: 40..60" in a source. It also returns the
// number of the tag's line; 0 if there is no such tag.
func ScoreTag(source []byte) (low, high score.Number, line int, err error) {
	text, line := tag(scoreTagForm, source)
	if line == 0 {
		return low, high, 0, nil
	}
	from, to, isRange := strings.Cut(text, "..")
	if !isRange {
		to = from
	}
	low, err = score.Parse(strings.TrimSpace(from))
	high, highErr := score.Parse(strings.TrimSpace(to))
	if err = errors.Join(err, highErr); err != nil || low.Cmp(high) > 0 {
		err = fmt.Errorf("@EXPECTED_SCORE@ is %.40q; write a score such as 60, or the lowest and the highest one, "+
			"such as 40..60", text)
	}
	return low, high, line, err
}
