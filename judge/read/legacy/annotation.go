package legacy

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// annotated are the names of results in a source's @EXPECTED_RESULTS@. Judges that know it also know the folders'
// names.
var annotated = map[string]string{
	"ACCEPTED": "AC", "CORRECT": "AC", "WRONG_ANSWER": "WA", "NO_OUTPUT": "WA", "TIMELIMIT": "TLE", "TIME_LIMIT": "TLE",
	"TIME_LIMIT_EXCEEDED": "TLE",
	"RUN_ERROR":           "RTE", "RUN_TIME_ERROR": "RTE", "RUNTIME_ERROR": "RTE", "MEMORY_LIMIT": "RTE",
	"MEMORY_LIMIT_EXCEEDED": "RTE",
	"OUTPUT_LIMIT":          "OLE", "OUTPUT_LIMIT_EXCEEDED": "OLE", "COMPILER_ERROR": "CE", "COMPILE_ERROR": "CE",
}

var annotationForm = regexp.MustCompile(`(?i)@EXPECTED_RESULTS?@:?[ \t]*([^\r\n]*)`)

// endOfComment is what may close the comment that the annotation is in.
var endOfComment = regexp.MustCompile(`(\*/|-->|-?\}|\*\)|"""|''').*$`)

// Annotation reads @EXPECTED_RESULTS@: A, B in a source, the first one: the verdicts that the submission may get, and
// the line that it is in, 0 if there is none.
func Annotation(source []byte) (verdicts []string, line int, err error) {
	m := annotationForm.FindSubmatchIndex(source)
	if m == nil {
		return nil, 0, nil
	}
	line = 1 + bytes.Count(source[:m[0]], []byte("\n"))
	listed := endOfComment.ReplaceAllString(string(source[m[2]:m[3]]), "")
	for word := range strings.SplitSeq(listed, ",") {
		word = strings.ToUpper(strings.TrimSpace(word))
		v := annotated[strings.ReplaceAll(word, "-", "_")]
		if v == "" {
			return nil, line, fmt.Errorf("@EXPECTED_RESULTS@ names %.40q, which is no result that can be judged; "+
				"write one that can, such as WRONG_ANSWER", word)
		}
		if !slices.Contains(verdicts, v) {
			verdicts = append(verdicts, v)
		}
	}
	return verdicts, line, nil
}
