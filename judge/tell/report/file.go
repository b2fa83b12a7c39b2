package report

import (
	"bytes"
	"fmt"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/grade"
)

// mostResults bounds a file of results. A test takes about 500 bytes of it.
const mostResults = 256 << 20

// ReadFile reads the results in a file that judge run --json wrote.
func ReadFile(path string) (grade.Results, error) {
	text, err := untrusted.Read(path, mostResults)
	if err != nil {
		return grade.Results{}, err
	}
	results, err := Read(bytes.NewReader(text))
	if err != nil {
		return results, fmt.Errorf("%s: %w", path, err)
	}
	return results, nil
}
