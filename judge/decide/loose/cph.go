package loose

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/archive"
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

// probOf returns cph's file for a program, or nil if there is none. These files fit, from best to worst:
//
//   - a file named after the program, with the program's path in it, or the MD5 of that path in its name
//   - any other file named after the program
//   - a file whose name has another form, if its content names the program or no program
//   - a file named after another program, if anyName is set (for a program without other tests)
//
// If several files fit equally well, probOf takes none of them and returns a note.
func probOf(ctx context.Context, source problem.Source, anyName bool) (found *prob, notes []string, err error) {
	folder := filepath.Join(source.Dir, ".cph")
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, nil, nil
	}
	entries, err := untrusted.ReadDir(folder)
	if err != nil {
		return nil, nil, err
	}
	whole, err := filepath.Abs(filepath.Join(source.Dir, source.Name))
	if err != nil {
		return nil, nil, err
	}
	checksum := md5.Sum([]byte(whole))
	var best []*prob
	var broken error
	most, left := 0, int64(maxProbs)
	for _, entry := range entries {
		path, form := filepath.Join(folder, entry.Name()), probForm.FindStringSubmatch(entry.Name())
		named := form != nil && form[1] == source.Name
		if !strings.HasSuffix(path, ".prob") || !named && form != nil && !anyName {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		p, size, err := readProb(path, min(left, maxProb))
		left -= size
		fit := 0
		switch {
		case err != nil && named:
			broken = err
			continue
		case err != nil:
			continue
		case named && (form[2] == hex.EncodeToString(checksum[:]) || p.Source == whole):
			fit = 3
		case named:
			fit = 2
		case form == nil && (p.Source == "" || baseOf(p.Source) == source.Name):
			fit = 1
		case form == nil:
			continue
		}
		if fit > most {
			best, most = nil, fit
		}
		if fit == most {
			best = append(best, p)
		}
	}
	switch {
	case broken != nil && most < 3:
		return nil, nil, broken
	case len(best) > 1:
		return nil, []string{fmt.Sprintf("%s and %s are left out: both may belong to %s; remove one", best[0].path,
			best[1].path, source.Name)}, nil
	case len(best) == 1:
		return best[0], nil, nil
	}
	return nil, nil, nil
}

// baseOf returns the last element of a path of any operating system.
func baseOf(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// readProb reads one of cph's files, and returns its size. most is the maximum size.
func readProb(path string, most int64) (*prob, int64, error) {
	text, err := untrusted.Read(path, most)
	if err != nil {
		return nil, 0, err
	}
	p, err := parseProb(text)
	if err != nil {
		return nil, int64(len(text)), fmt.Errorf("%s: %w; open the program in VS Code, so that cph writes the file "+
			"again, or remove the file", path, err)
	}
	p.path = path
	return p, int64(len(text)), nil
}

// parseProb parses one of cph's files. In the result, lines end with \n.
func parseProb(text []byte) (*prob, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var p prob
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("this is not what cph writes: %w", err)
	}
	if len(p.Tests) > maxTests {
		return nil, fmt.Errorf("%d tests; at most %d are read", len(p.Tests), maxTests)
	}
	for i := range p.Tests {
		t := &p.Tests[i]
		t.Input, t.Output = strings.ReplaceAll(t.Input, "\r\n", "\n"), strings.ReplaceAll(t.Output, "\r\n", "\n")
	}
	return &p, nil
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

// tests finds the program's tests, in files and in cph's file. It returns cph's file, or an empty prob if there is
// none.
func (f *Folder) tests(ctx context.Context, o Options) (fromCph *prob, err error) {
	fromCph = &prob{}
	if o.Alone {
		return fromCph, nil
	}
	if info, wrong := os.Stat(o.Tests); archive.Is(o.Tests) && (wrong != nil || !info.IsDir()) {
		err = f.unzipTests(ctx, o.Tests)
	} else {
		f.Tests, err = Find(ctx, f.Program, o.Tests)
	}
	if err != nil && !errors.Is(err, errNone) {
		return fromCph, err
	}
	none := err
	if o.Tests == "" {
		p, notes, err := probOf(ctx, f.Program, len(f.Tests.Tests) == 0)
		f.Tests.Notes = append(f.Tests.Notes, notes...)
		if err == nil && p != nil {
			fromCph, err = p, f.write(p)
		}
		if err != nil {
			return fromCph, err
		}
		if len(f.Tests.Tests) > 0 {
			if _, err := os.Stat(filepath.Join(f.Program.Dir, samples)); err == nil {
				f.Tests.Notes = append(f.Tests.Notes, samples+" is left out: there are other tests; --tests takes it")
			}
		} else if err := f.findElsewhere(ctx); err != nil && !errors.Is(err, errNone) {
			return fromCph, err
		}
	}
	if len(f.Tests.Tests) == 0 && !o.TestsOptional {
		return fromCph, none
	}
	return fromCph, nil
}

// write writes the tests in cph's file to files of their own, and adds them to f.Tests.
func (f *Folder) write(p *prob) error {
	folder, err := f.Scratch()
	if err != nil {
		return err
	}
	for i, t := range p.Tests {
		number := strconv.Itoa(i + 1)
		if t.Input == "" && t.Output == "" { // the user added the test in cph but did not fill it in
			f.Tests.Notes = append(f.Tests.Notes, fmt.Sprintf("test %s of %s is left out: it is empty", number, p.path))
			continue
		}
		file := func(ext, text string) (string, error) {
			path := filepath.Join(folder, "cph-"+number+ext)
			f.Tests.setDisplayName(path, p.path+", test "+number)
			return path, os.WriteFile(path, []byte(text), 0o600)
		}
		test := problem.Test{Name: "cph/" + number}
		if test.Input, err = file(".in", t.Input); err != nil {
			return err
		}
		if t.Output != "" {
			if test.Answer, err = file(".ans", t.Output); err != nil {
				return err
			}
		}
		f.Tests.Tests = append(f.Tests.Tests, test)
	}
	return nil
}
