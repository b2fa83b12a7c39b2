package count

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/problem"
)

// gcov are gcc's counters, 64 bits wide: one an arc between basic blocks, read as executions a line and a function. The
// program is built without optimization, which would merge and copy blocks.
type gcov struct {
	source             problem.Source
	search             string
	compiler, standard string
	files              []string // of the source; what a header of the system executes does not count
}

func (g *gcov) build(ctx context.Context, dir string) (string, error) {
	for _, tool := range []string{g.compiler, "gcov"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", &build.MissingError{Language: g.compiler + " coverage", Compiler: tool, Advice: "install it, for example with: apt-get install " + g.compiler}
		}
	}
	var err error
	if g.files, err = paths(g.source); err != nil {
		return "", err
	}
	args := []string{"-std=" + g.standard, "-O0", "--coverage", "-o", "program"}
	for _, file := range g.files {
		if !strings.HasPrefix(filepath.Ext(file), ".h") {
			args = append(args, file)
		}
	}
	return filepath.Join(dir, "program"), compile(command(ctx, dir, g.compiler, append(args, "-lm")...), g.source)
}

// environment strips all folders off the name that the compiler has given the counters' file.
func (g *gcov) environment(folder string) []string {
	return []string{"GCOV_PREFIX=" + folder, "GCOV_PREFIX_STRIP=99"}
}

// longest: the counters are 64 bits wide.
func (g *gcov) longest() time.Duration { return 0 }

func (g *gcov) read(ctx context.Context, dir, folder string) (Counts, error) {
	data, _ := filepath.Glob(filepath.Join(folder, "*.gcda")) // fails for a malformed pattern only
	if len(data) == 0 {
		return Counts{}, &UnknownError{"the program left no counters: it must end by exit or by returning from main"}
	}
	for i, path := range data {
		notes := strings.TrimSuffix(filepath.Base(path), ".gcda") + ".gcno"
		if err := os.Link(filepath.Join(dir, notes), filepath.Join(folder, notes)); err != nil {
			return Counts{}, err
		}
		data[i] = filepath.Base(path)
	}
	cmd := command(ctx, folder, "gcov", append([]string{"--json-format", "--stdout"}, data...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return Counts{}, fmt.Errorf("gcov: %w (gcc 9 or newer is needed)\n%s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	return g.sum(out)
}

// report is what gcov writes in JSON, one document for each data file.
type report struct {
	Files []struct {
		File  string `json:"file"`
		Lines []struct {
			Count int64 `json:"count"`
		} `json:"lines"`
		Functions []struct {
			Name       string `json:"demangled_name"`
			Executions int64  `json:"execution_count"`
		} `json:"functions"`
	} `json:"files"`
}

// sum adds up the executions of the source's own lines, and those of the search function.
func (g *gcov) sum(text []byte) (Counts, error) {
	var c Counts
	name := regexp.MustCompile(`(^|[: ])` + regexp.QuoteMeta(g.search) + `(<[^()]*>)?(\(|$)`) // in Solver::search(int), or search in C
	decoder := json.NewDecoder(bytes.NewReader(text))
	found := 0
	for decoder.More() {
		var r report
		if err := decoder.Decode(&r); err != nil {
			return Counts{}, fmt.Errorf("gcov: %w", err)
		}
		for _, file := range r.Files {
			if !slices.Contains(g.files, file.File) {
				continue
			}
			for _, line := range file.Lines {
				c.Statements += line.Count
			}
			for _, f := range file.Functions {
				if g.search != "" && name.MatchString(f.Name) {
					c.Nodes, c.HasNodes = f.Executions, true
					found++
				}
			}
		}
	}
	if found > 1 {
		return Counts{}, &UnknownError{fmt.Sprintf("%d functions are called %s; rename the others", found, g.search)}
	}
	return c, nil
}
