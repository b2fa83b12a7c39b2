//go:build linux

package contain

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/execute/sandbox/run"
)

// TestHostileUncontained runs the hostile programs without any sandbox, as --backend portable does, as the current user
// and, as root, as nobody too. What becomes of each stands in its header after uncontained:
//
//	as above         it ends and prints as it does in a sandbox; figures of memory are rough, and are not looked at
//	open: WHAT       it gets through. WHAT is all that shows it, with "; " between: leaves a process, changes its
//	                 input, ends as END, and prints TEXT, or prints where the text is the machine's
//	not run: REASON  it would get through, and harm the machine
func TestHostileUncontained(t *testing.T) {
	judgetest.Long(t, "the hostile suite takes some seconds")
	built := buildHostile(t)
	if os.Geteuid() == 0 {
		t.Run("nobody", func(t *testing.T) {
			t.Parallel()
			asNobody(t, "TestHostileUncontained", built, func(string) {})
		})
	}
	t.Run("rows", func(t *testing.T) {
		t.Parallel()
		uncontainedSuite(t, built)
	})
}

func uncontainedSuite(t *testing.T, built string) {
	programs := publicDir(t) // which they may remove
	if err := os.CopyFS(programs, os.DirFS(built)); err != nil {
		t.Fatal(err)
	}
	run.CloseFilesOnExec() // as backend.Open does
	box, err := plain.Open(sandbox.Options{Scratch: publicDir(t)})
	if err != nil {
		t.Fatal(err)
	}
	s := &hostile{programs: programs, workers: make(chan sandbox.Worker, 4)}
	for i := range cap(s.workers) {
		worker, err := box.Worker(i)
		if err != nil {
			t.Fatal(err)
		}
		s.workers <- worker
	}
	var open, notRun strings.Builder // tables
	t.Run("rows", func(t *testing.T) {
		for i, row := range readRows(t) {
			if reason, found := strings.CutPrefix(row.uncontained, "not run: "); found {
				fmt.Fprintf(&notRun, "\t%-30s %s\n", row.name, reason)
				continue
			}
			if what, found := strings.CutPrefix(row.uncontained, "open: "); found {
				fmt.Fprintf(&open, "\t%-30s %s\n", row.name, what)
			}
			t.Run(row.name, func(t *testing.T) {
				t.Parallel()
				own := *s
				own.mark = fmt.Sprintf("dlxjudge-uncontained-%d-%d-%d", os.Getpid(), time.Now().UnixNano(), i)
				own.secret = filepath.Join(publicDir(t), "secret.ans")
				if err := os.WriteFile(own.secret, []byte("42\n"), 0o600); err != nil {
					t.Fatal(err)
				}
				own.listen(t)
				if reason := own.notBuilt(row); reason != "" {
					t.Skip(reason)
				}
				own.runUncontained(t, row)
			})
		}
	})
	t.Logf("open without a sandbox:\n%sopen without a sandbox, and not run:\n%s", open.String(), notRun.String())
	for range cap(s.workers) {
		if err := (<-s.workers).Close(); err != nil {
			t.Error(err)
		}
	}
	if err := box.Close(); err != nil {
		t.Error(err)
	}
}

// left returns the processes of a row that are living a second after its end. What was killed may take longer to be
// gone on a busy machine; that is waited for where none is expected.
func (s *hostile) left(expected bool) (left []string) {
	patience := time.Minute
	if expected {
		patience = time.Second
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if left = processesWith(s.mark); len(left) == 0 {
			break
		}
	}
	return left
}

// runUncontained runs a row and compares what shows that it got through with its header.
func (s *hostile) runUncontained(t *testing.T, row row) {
	if strings.HasSuffix(row.uncontained, "ends as wall") {
		row.limits.Wall = 2 * time.Second * slowdown()
	}
	task := s.task(t, row)
	before, err := os.ReadFile(task.Input)
	if err != nil {
		t.Fatal(err)
	}
	worker := <-s.workers
	defer func() { s.workers <- worker }()
	var end, printed string
	for range row.runs {
		result, err := worker.Run(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		output, err := os.ReadFile(task.Output)
		if err != nil {
			t.Fatal(err)
		}
		end, printed = endOf(result), strings.TrimSpace(string(output))
		if row.stderr != nil && !strings.Contains(result.Stderr.LastLines(), *row.stderr) {
			t.Errorf("its standard error is %q, want %q", result.Stderr.LastLines(), *row.stderr)
		}
	}
	var got []string
	if left := s.left(strings.Contains(row.uncontained, "leaves a process")); len(left) > 0 {
		got = append(got, "leaves a process")
		for _, line := range left {
			pid, _ := strconv.Atoi(strings.Split(line, "/")[2])
			unix.Kill(pid, unix.SIGKILL)
		}
	}
	if after, _ := os.ReadFile(task.Input); !bytes.Equal(before, after) {
		got = append(got, "changes its input")
	}
	if !slices.Contains(row.ends, end) {
		got = append(got, "ends as "+end)
	}
	if row.output != nil && printed != *row.output {
		got = append(got, fmt.Sprintf("prints %q", printed))
	}
	what, _ := strings.CutPrefix(row.uncontained, "open: ")
	want := split(what, "; ")
	if row.uncontained == "as above" {
		want = nil
	}
	matches := func(got, want string) bool {
		return got == want || want == "prints" && strings.HasPrefix(got, "prints ")
	}
	if !slices.EqualFunc(got, want, matches) {
		t.Errorf("without a sandbox it %.300q, want %q", got, want)
	}
}
