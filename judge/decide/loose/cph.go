package loose

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// prob is a problem file of cph, an extension of VS Code: a JSON file in the folder .cph beside the program.
type prob struct {
	Source      string  `json:"srcPath"` // the program's path or, from newer versions, its name; "" for any program
	Page        string  `json:"url"`
	Interactive bool    `json:"interactive"`
	Memory      float64 `json:"memoryLimit"` // MB
	Time        float64 `json:"timeLimit"`   // ms
	Tests       []struct {
		Input  string `json:"input"`
		Output string `json:"output"` // "" for a test without an answer
	} `json:"tests"`

	path string
}

// Bounds on cph's files.
const (
	maxProb   = 64 << 20  // bytes of a file
	maxProbs  = 256 << 20 // bytes of all files
	maxTime   = 1e9       // ms
	maxMemory = 1 << 20   // MB
)

// probForm matches the names of cph's files. Each of these names holds the program's name, and the MD5 of the program's
// path.
var probForm = regexp.MustCompile(`^\.?(.+)_([0-9a-f]{32})\.prob$`)

// probOf returns cph's file for a program, or an empty prob if there is none. These files fit, from best to worst:
//
//   - a file named after the program, with the program's path in it, or the MD5 of that path in its name
//   - any other file named after the program
//   - a file whose name has another form, if its content names the program or no program
//   - a file named after another program, if anyName is set (for a program without other tests)
//
// If several files fit equally well, probOf takes none of them and returns a note.
func probOf(ctx context.Context, source problem.Source, anyName bool) (found *prob, note string, err error) {
	folder := filepath.Join(source.Dir, ".cph")
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return &prob{}, "", nil
	}
	entries, err := untrusted.ReadDir(folder)
	if err != nil {
		return nil, "", err
	}
	whole, err := filepath.Abs(filepath.Join(source.Dir, source.Name))
	if err != nil {
		return nil, "", err
	}
	checksum := md5.Sum([]byte(whole))
	var broken error
	var fitting [4][]*prob // the best last
	left := int64(maxProbs)
	for _, entry := range entries {
		form := probForm.FindStringSubmatch(entry.Name())
		named := form != nil && form[1] == source.Name
		if !strings.HasSuffix(entry.Name(), ".prob") || !named && form != nil && !anyName {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, "", err
		}
		p := &prob{path: filepath.Join(folder, entry.Name())}
		text, err := untrusted.Read(p.path, min(left, maxProb))
		left -= int64(len(text))
		if err == nil {
			err = p.parse(text)
		}
		fit := 0
		switch {
		case err != nil && named:
			broken = err
			continue
		case err != nil, form == nil && p.Source != "" && baseOf(p.Source) != source.Name:
			continue
		case named && (form[2] == hex.EncodeToString(checksum[:]) || p.Source == whole):
			fit = 3
		case named:
			fit = 2
		case form == nil:
			fit = 1
		}
		fitting[fit] = append(fitting[fit], p)
	}
	if broken != nil && fitting[3] == nil {
		return nil, "", broken
	}
	for fit := range fitting {
		switch best := fitting[len(fitting)-1-fit]; len(best) {
		case 0:
		case 1:
			return best[0], "", nil
		default:
			return &prob{}, fmt.Sprintf("%s and %s are left out: both may belong to %s; remove one", best[0].path,
				best[1].path, source.Name), nil
		}
	}
	return &prob{}, "", nil
}

// baseOf returns the last element of a path of any operating system.
func baseOf(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// parse parses one of cph's files. In the result, lines end with \n.
func (p *prob) parse(text []byte) error {
	err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), p)
	switch {
	case err != nil:
		err = fmt.Errorf("this is not what cph writes: %w", err)
	case len(p.Tests) > maxTests:
		err = fmt.Errorf("%d tests; at most %d are read", len(p.Tests), maxTests)
	}
	if err != nil {
		return fmt.Errorf("%s: %w; open the program in VS Code, so that cph writes the file again, or remove the file",
			p.path, err)
	}
	for i := range p.Tests {
		t := &p.Tests[i]
		t.Input, t.Output = strings.ReplaceAll(t.Input, "\r\n", "\n"), strings.ReplaceAll(t.Output, "\r\n", "\n")
	}
	return nil
}

// limits returns the time and memory limits. A limit that is out of bounds is 0.
func (p *prob) limits() (limits problem.Limits) {
	if p.Time >= 1 && p.Time <= maxTime {
		limits.Time = time.Duration(p.Time * float64(time.Millisecond))
	}
	if p.Memory >= 1 && p.Memory <= maxMemory {
		limits.Memory = int64(p.Memory * (1 << 20))
	}
	return limits
}

// addTests writes the tests in cph's file to files of their own, and adds them to f.Tests.
func (f *Folder) addTests(p *prob) (err error) {
	for i, t := range p.Tests {
		number := strconv.Itoa(i + 1)
		display := p.path + ", test " + number
		if t.Input == "" && t.Output == "" { // the user added the test in cph but did not fill it in
			f.Tests.note("test %s of %s is left out: it is empty", number, p.path)
			continue
		}
		test := problem.Test{Name: "cph/" + number}
		if test.Input, err = f.write("cph-"+number+".in", display, t.Input); err != nil {
			return err
		}
		if t.Output != "" {
			if test.Answer, err = f.write("cph-"+number+".ans", display, t.Output); err != nil {
				return err
			}
		}
		f.Tests.Tests = append(f.Tests.Tests, test)
	}
	return nil
}
