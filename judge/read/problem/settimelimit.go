package problem

import (
	"fmt"
	"path/filepath"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/legacy"
	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// WithTimeLimit returns the file of a package that holds its time limit, and the file's text with another limit, in
// seconds as a decimal number. Nothing else in the text changes. In the legacy formats the file is .timelimit, unless
// problem.yaml gives the limit, as newer judges read it.
func (p *Problem) WithTimeLimit(seconds string) (path string, text []byte, err error) {
	path = filepath.Join(p.Dir, "problem.yaml")
	switch {
	case p.polygon != nil:
		return p.polygon.Path, nil, fmt.Errorf("%s: the time limit stands here, in milliseconds; write it yourself, "+
			"and on Polygon: %s s", p.polygon.Path, seconds)
	case p.legacy == nil || p.legacy.TimeAt == path:
	case strings.HasPrefix(p.legacy.TimeAt, filepath.Join(p.Dir, legacy.Settings)):
		return path, nil, fmt.Errorf("%s: the time limit stands here; write it yourself: timelimit = %s",
			p.legacy.TimeAt, seconds)
	default:
		return filepath.Join(p.Dir, tree.TimeLimit), fmt.Appendln(nil, seconds), nil
	}
	if text, err = untrusted.Read(path, 64<<10); err != nil {
		return path, nil, tree.Unreadable(err)
	}
	text, err = yaml.Set(path, text, yaml.Pair{Keys: []string{"limits", "time_limit"}, Value: seconds})
	return path, text, err
}
