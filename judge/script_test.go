package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/report"
)

func TestMain(m *testing.M) {
	// tests must not use verdicts that earlier ones have cached
	if _, set := os.LookupEnv(grade.CachedFolder); !set {
		os.Setenv(grade.CachedFolder, "off")
	}
	if filepath.Base(os.Args[0]) != "judge" { // a script runs judge with its own settings
		os.Setenv("XDG_CONFIG_HOME", "/none")
	}
	testscript.Main(m, map[string]func(){"judge": main})
}

// TestScripts runs the real command: each file of testdata/script is a story of commands and their output.
func TestScripts(t *testing.T) {
	goCache, goPath := goEnv(t, "GOCACHE"), goEnv(t, "GOPATH")
	fixture, err := filepath.Abs("testdata/checkout")
	judgetest.Check(t, err)
	// shared by all tests: entries are found by content, and Go's standard library takes long to compile
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = t.TempDir()
	}
	home := t.TempDir()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("GOCACHE", goCache)
			e.Setenv("GOPATH", goPath)
			e.Setenv("XDG_CACHE_HOME", cache)
			e.Setenv(grade.CachedFolder, "off")
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("VERSION", version.Judge()) // the command is this program
			e.Setenv("RELEASE", version.Release)
			e.Values["test"] = e.T()
			return nil
		},
		// [NAME]: the program is on the PATH, and works with the home folder of a script
		Condition: func(name string) (bool, error) {
			path, err := exec.LookPath(name)
			return err == nil && judgetest.Works(path, judgetest.Versions[name], "HOME="+home) == nil, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"checkout": func(ts *testscript.TestScript, _ bool, _ []string) {
				ts.Check(os.CopyFS(ts.Getenv("WORK"), os.DirFS(fixture)))
			},
			"package": func(ts *testscript.TestScript, _ bool, args []string) { // the example of that name
				ts.Check(os.CopyFS(filepath.Join(ts.Getenv("WORK"), args[0]),
					os.DirFS(filepath.Join(fixture, "..", args[0]))))
			},
			// long REASON: only make test-long runs what follows
			"long": func(ts *testscript.TestScript, _ bool, args []string) {
				judgetest.Long(ts.Value("test").(testing.TB), args[0])
			},
			"unpack": func(ts *testscript.TestScript, _ bool, args []string) { // the example that is a story
				archive, err := txtar.ParseFile(filepath.Join(fixture, "..", args[0]+".txtar"))
				ts.Check(err)
				ts.Check(txtar.Write(archive, ts.Getenv("WORK")))
			},
			"exits":    exits,
			"advised":  advised,
			"onlyjson": onlyJSON,
		},
	})
}

func goEnv(t *testing.T, name string) string {
	out, err := exec.Command("go", "env", name).Output()
	judgetest.Check(t, err)
	return strings.TrimSpace(string(out))
}

// advised STATUS runs the last command that the output advises, in a shell, and checks its exit status.
func advised(ts *testscript.TestScript, _ bool, args []string) {
	if _, err := exec.LookPath("bash"); err != nil {
		ts.Fatalf("an advice is run by a shell: %v", err)
	}
	all := advice.FindAllStringSubmatch(ts.ReadFile("stdout")+"\n"+ts.ReadFile("stderr"), -1)
	if len(all) == 0 {
		ts.Fatalf("no advice was printed")
	}
	command := all[len(all)-1][1]
	ts.Logf("advised: %s", command)
	err := ts.Exec("bash", "-c", command)
	status := 0
	if ended := (*exec.ExitError)(nil); errors.As(err, &ended) {
		status = ended.ExitCode()
	} else {
		ts.Check(err)
	}
	if want, err := strconv.Atoi(args[0]); err != nil || status != want {
		ts.Fatalf("%s: exit status %d, want %s", command, status, args[0])
	}
}

// advice is a command at the end of a sentence, or in a line of its own.
var advice = regexp.MustCompile(`(?m)(?:with: |mean: |: |^ +)((?:mkdir -p .+ && )?judge [a-z]+\b.*?)\??$`)

// onlyJSON FILE checks that FILE is one document and nothing else.
func onlyJSON(ts *testscript.TestScript, _ bool, args []string) {
	var d struct{ Schema int }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &d))
	if d.Schema != report.Schema {
		ts.Fatalf("%s: schema %d", args[0], d.Schema)
	}
}

// exits STATUS COMMAND [ARG...] runs a command that must end with the status.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
