package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/validate"
)

// TestContained runs checkers and compiles sources that attack the judge, at every level of isolation: as the current user
// with the best isolation and with Landlock alone, and as root both again as nobody.
func TestContained(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles and runs some dozens of programs")
	}
	if os.Geteuid() == 0 {
		t.Run("nobody", func(t *testing.T) { asNobody(t, "TestContained", "", func(home string) { giveGoCache(t, home) }) })
	}
	t.Setenv("DLXJUDGE_TEST", "1")
	levels := []struct {
		isolation isolation
		cgroup    bool
	}{
		{isolation{Namespaces: true}, true}, {isolation{Namespaces: true}, false},
		{isolation{Namespaces: true, UserNamespace: true}, false}, {isolation{Landlock: true}, false},
	}
	for _, level := range levels {
		if level.isolation.Namespaces && !level.isolation.UserNamespace && os.Geteuid() != 0 {
			continue // only root makes namespaces without a user namespace
		}
		t.Run(fmt.Sprintf("%v, cgroups %v", level.isolation, level.cgroup), func(t *testing.T) {
			box, err := openIsolated(Options{Scratch: publicDir(t)}, level.isolation, level.cgroup)
			if err != nil {
				t.Skipf("no row can run: %v", err)
			}
			defer box.Close()
			f := newContained(t, box)
			t.Run("checkers", f.checkers)
			t.Run("generators", f.generators)
			t.Run("validators", f.validators)
			t.Run("compilers", f.compilers)
			if text, err := os.ReadFile(f.secret); string(text) != secretText {
				t.Errorf("the secret is %q now: %v", text, err)
			}
			if left := processesWith(f.mark); len(left) > 0 {
				t.Errorf("processes are left: %v", left)
			}
		})
	}
}

// giveGoCache gives user nobody the compiled standard library of Go that this user has, which takes long to compile.
func giveGoCache(t *testing.T, home string) {
	const nobody = 65534
	mine, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	theirs := filepath.Join(home, ".cache", "dlxjudge")
	caches, _ := filepath.Glob(filepath.Join(mine, "dlxjudge", "go-*", "README"))
	for _, readme := range caches {
		dir := filepath.Dir(readme)
		if err := os.CopyFS(filepath.Join(theirs, filepath.Base(dir)), os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
	}
	err = filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(path, 0o755)
		}
		return errors.Join(err, os.Chown(path, nobody, nobody))
	})
	if err != nil {
		t.Fatal(err)
	}
}

const secretText = "Xq7vSecret\n"

type contained struct {
	box    *linux
	dir    string
	secret string // another test's answer, which every user may read
	mark   string // an argument of what is left running, to find it by
}

func newContained(t *testing.T, box *linux) contained {
	dir := publicDir(t)
	f := contained{box, dir, filepath.Join(dir, "other.ans"), fmt.Sprintf("contained-%d-%d", os.Getpid(), time.Now().UnixNano())}
	if err := os.WriteFile(f.secret, []byte(secretText), 0o666); err != nil {
		t.Fatal(err)
	}
	os.Chmod(f.secret, 0o666) // so that only isolation keeps a program from it
	return f
}

// checkers runs checkers that are shell scripts.
func (f contained) checkers(t *testing.T) {
	limits := problem.ToolLimits{Time: 20 * time.Second, Memory: 64 << 20, Output: 4 << 20}
	rows := []struct {
		name, script string
		verdict      problem.Verdict
		message      string // a part of it; "" for an empty one
		time         time.Duration
	}{
		{name: "reads its files", script: `[ "$(cat "$1")" = input ] && [ "$(cat "$2")" = answer ] && [ "$(cat)" = output ] && echo read > "$3judgemessage.txt" && exit 42`, verdict: problem.AC, message: "read"},
		{name: "changes the answer", script: `echo changed > "$2"; chmod 666 "$2"; echo changed >> "$2"; rm -f "$2"; exit 42`, verdict: problem.AC},
		{name: "changes the output", script: `echo changed > /proc/self/fd/0; echo changed > /dev/stdin; exit 42`, verdict: problem.AC},
		{name: "reads another answer", script: `cat SECRET && exit 43; exit 42`, verdict: problem.AC},
		{name: "writes another answer", script: `echo changed > SECRET && exit 43; exit 42`, verdict: problem.AC},
		{name: "removes another answer", script: `rm -f SECRET; mv SECRET /tmp/x; exit 42`, verdict: problem.AC},
		{name: "lists the folder of the answers", script: `ls "$(dirname SECRET)" && exit 43; exit 42`, verdict: problem.AC},
		{name: "reads /etc/shadow", script: `cat /etc/shadow && exit 43; exit 42`, verdict: problem.AC},
		{name: "is root", script: `cat /proc/self/status | grep -q '^CapEff:.*[1-9a-f]' && exit 43; exit 42`, verdict: problem.AC},
		{name: "leaves a daemon", script: `setsid sh -c 'sleep 1000' MARK & exit 42`, verdict: problem.AC},
		{name: "writes 3 GB of feedback", script: `head -c 3000000000 /dev/zero > "$3big"; exit 42`, verdict: problem.JE, message: "writes more than 4 MiB (validation_output)"},
		{name: "writes many files of feedback", script: `for i in 1 2 3 4 5 6 7 8; do head -c 2000000 /dev/zero > "$3$i"; done; exit 42`, verdict: problem.JE, message: "writes more than 4 MiB (validation_output)"},
		{name: "floods standard error", script: `head -c 3000000000 /dev/zero >&2; exit 42`, verdict: problem.JE, message: "writes more than 4 MiB (validation_output)"},
		{name: "links its message to a secret", script: `ln -s SECRET "$3judgemessage.txt"; ln -s "$2" "$3b"; exit 42`, verdict: problem.AC},
		{name: "links its message to its answer", script: `ln -s ../answer "$3judgemessage.txt"; exit 42`, verdict: problem.AC},
		{name: "makes its message a FIFO", script: `mkfifo "$3judgemessage.txt"; exit 42`, verdict: problem.AC},
		{name: "makes its message a folder", script: `mkdir "$3judgemessage.txt"; exit 42`, verdict: problem.AC},
		{name: "puts a link in place of the feedback folder", script: `rmdir "$3"; ln -s "$(dirname SECRET)" "${3%/}"; exit 42`, verdict: problem.AC},
		{name: "takes all permissions away", script: `echo x > "$3judgemessage.txt"; chmod 0 "$3judgemessage.txt" "$3" .; exit 42`, verdict: problem.AC, message: "?"},
		{name: "allocates too much", script: `{ head -c 300000000 /dev/zero; sleep 10; } | tail -c 300000000 > /dev/null; exit 42`, verdict: problem.JE, message: "needs more than 64 MiB (validation_memory)"},
		{name: "never ends", script: `sleep 1000`, verdict: problem.JE, message: "did not end within 300ms (validation_time)", time: 300 * time.Millisecond},
		{name: "leaves a file for the next", script: `echo left > left; echo left > "$3left"; echo left > "$TMPDIR/left"; exit 42`, verdict: problem.AC},
		{name: "finds what the last one left", script: `ls left "$3left" "$TMPDIR/left" && exit 43; exit 42`, verdict: problem.AC},
		{name: "sees the judge's environment", script: `[ -n "$DLXJUDGE_TEST" ] && exit 43; exit 42`, verdict: problem.AC},
	}
	files := check.Files{}
	for path, text := range map[*string]string{&files.Input: "input", &files.Answer: "answer", &files.Output: "output"} {
		*path = filepath.Join(f.dir, text)
		if err := os.WriteFile(*path, []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		os.Chmod(*path, 0o666)
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			limits := limits
			if row.time > 0 {
				limits.Time = row.time
			}
			got, err := check.Custom(f.box, f.script(t, row.script), limits).Check(t.Context(), files)
			if err != nil {
				t.Fatal(err)
			}
			if got.Verdict != row.verdict || !strings.Contains(got.Message, row.message) && row.message != "?" || row.message == "" && got.Message != "" {
				t.Errorf("%s %q, want %s %q", got.Verdict, got.Message, row.verdict, row.message)
			}
			for _, path := range []string{files.Input, files.Answer, files.Output} {
				if text, _ := os.ReadFile(path); string(text) != filepath.Base(path)+"\n" {
					t.Errorf("%s is %q now", path, text)
				}
			}
		})
	}
}

// generators runs generators that are shell scripts.
func (f contained) generators(t *testing.T) {
	rows := []struct{ name, script, want string }{ // want is what it prints, or in its error
		{"prints its argument and input", `cat; echo "$1"`, "input\nargument\n"},
		{"reads an answer", `cat SECRET`, "exit status 1"},
		{"reads /etc/shadow", `cat /etc/shadow`, "exit status 1"},
		{"writes an answer", `echo changed > SECRET; echo done`, "done\n"},
		{"leaves a daemon", `setsid sh -c 'sleep 1000' MARK & echo done`, "done\n"},
		{"takes the permissions of its output away", `echo done; chmod 0 /proc/self/fd/1`, ""},
		{"fills its folder", `for i in 1 2 3 4; do head -c 100000000 /dev/zero > $i; done; echo done`, "256 MiB to its own folder"},
	}
	input := filepath.Join(f.dir, "generator.in")
	if err := os.WriteFile(input, []byte("input\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			output := filepath.Join(f.dir, fmt.Sprint("generated", i))
			err := executor.Transform(t.Context(), f.box, "generator", f.script(t, row.script), []string{"argument"}, input, output)
			text, _ := os.ReadFile(output)
			if err != nil {
				text = []byte(err.Error())
			}
			if info, err := os.Stat(output); err != nil || info.Mode().Perm()&0o600 != 0o600 || int(info.Sys().(*syscall.Stat_t).Uid) != os.Geteuid() {
				t.Errorf("its output is %v now: %v", info, err)
			}
			if !strings.Contains(string(text), row.want) || strings.Contains(string(text), strings.TrimSpace(secretText)) {
				t.Errorf("%q, want %q", text, row.want)
			}
		})
	}
}

// validators validates an input with validators that are C programs.
func (f contained) validators(t *testing.T) {
	if why := cannotCompile("main.c"); why != "" {
		t.Skip(why)
	}
	rows := []struct{ name, body, want string }{ // want is a part of the finding; "" for none
		{"accepts", `return getchar() == 'i' ? 42 : 43;`, ""},
		{"reads an answer", `return fopen("SECRET", "r") ? 43 : 42;`, ""},
		{"writes an answer", `return fopen("SECRET", "a") ? 43 : 42;`, ""},
		{"floods standard output", `for (;;) puts("flood");`, "writes more than 4 MiB (validation_output)"},
		{"floods standard error", `for (;;) fputs("flood", stderr);`, "writes more than 4 MiB (validation_output)"},
		{"allocates too much", `for (;;) memset(malloc(1 << 20), 1, 1 << 20);`, "needs more than 64 MiB (validation_memory)"},
		{"leaves a daemon", `if (fork() == 0) { setsid(); execlp("sleep", "MARK", "1000", (char *)0); } return 42;`, ""},
	}
	cache, err := build.OpenCache(filepath.Join(f.dir, "validators"), f.box)
	if err != nil {
		t.Fatal(err)
	}
	defer cache.Close()
	input := filepath.Join(f.dir, "valid.in")
	if err := os.WriteFile(input, []byte("input\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			text := "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\nint main(void) { " + row.body + " }\n"
			p := &problem.Problem{
				Name: "p", Dir: f.dir, DataDir: f.dir, Tests: []problem.Test{{Name: "secret/1", Input: input, Answer: input}},
				InputValidators: []problem.Source{f.source(t, fmt.Sprint("validator", i), "main.c", text)},
				Limits:          problem.Limits{Validation: problem.ToolLimits{Time: 20 * time.Second, Memory: 64 << 20, Output: 4 << 20}},
			}
			report, err := validate.Problem(t.Context(), cache, p)
			if err != nil {
				t.Fatal(err)
			}
			said := ""
			for _, finding := range report.Findings {
				if finding.Place == input && strings.HasPrefix(finding.Message, "rejected by") {
					said = finding.Message
				}
			}
			if !strings.Contains(said, row.want) || row.want == "" && said != "" {
				t.Errorf("found %q, want %q", said, row.want)
			}
		})
	}
}

// source writes a source of one file. SECRET in it is the path of another test's answer, MARK the mark.
func (f contained) source(t *testing.T, name, file, text string) problem.Source {
	dir := filepath.Join(f.dir, name)
	text = strings.NewReplacer("SECRET", f.secret, "MARK", f.mark).Replace(text)
	if err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	return problem.Source{Name: name, Dir: dir, Files: []string{file}}
}

// script writes a shell script. SECRET in it is the path of another test's answer, MARK the mark.
func (f contained) script(t *testing.T, text string) string {
	text = strings.NewReplacer("SECRET", "'"+f.secret+"'", "MARK", f.mark).Replace(text)
	program, err := os.CreateTemp(f.dir, "script")
	if err == nil {
		_, err = program.WriteString("#!/bin/sh\n" + text + "\n")
		err = errors.Join(err, program.Chmod(0o755), program.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return program.Name()
}

// compilers compiles sources that attack.
func (f contained) compilers(t *testing.T) {
	rows := []struct {
		name, file, text string
		want             string // in the CompileError; "" if it compiles
		time             time.Duration
	}{
		{name: "C", file: "main.c", text: "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n"},
		{name: "C++", file: "main.cc", text: "#include <iostream>\nint main() { std::cout << \"hello\\n\"; }\n"},
		{name: "Go", file: "main.go", text: "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n"},
		{name: "C that does not compile", file: "main.c", text: "int main(void) { return x; }\n", want: "main.c:1:25: error: "},
		{name: "incbin of an answer", file: "main.c", text: "asm(\".incbin \\\"SECRET\\\"\");\nint main(void) { return 0; }\n", want: "other.ans"},
		{name: "incbin of /etc/shadow", file: "main.c", text: "asm(\".incbin \\\"/etc/shadow\\\"\");\nint main(void) { return 0; }\n", want: "/etc/shadow"},
		{name: "include of an answer", file: "main.c", text: "#include \"SECRET\"\nint main(void) { return 0; }\n", want: "other.ans"},
		{name: "include of /etc/shadow", file: "main.c", text: "#include \"/etc/shadow\"\nint main(void) { return 0; }\n", want: "/etc/shadow"},
		{name: "include of /dev/zero", file: "main.c", text: "#include \"/dev/zero\"\nint main(void) { return 0; }\n", want: "more than 256 MiB (compilation_memory)"},
		{name: "template bomb", file: "main.cc", text: "#include <utility>\nusing T = std::make_index_sequence<200000000>;\nT t;\nint main() {}\n", want: "more than 256 MiB (compilation_memory)"},
		{name: "template that never ends", file: "main.cc", text: templateBomb, want: "did not finish within 500ms (compilation_time)", time: 500 * time.Millisecond},
		{name: "a program of 1.5 GB", file: "main.c", text: "char a[1500000000] = {1};\nint main(void) { return a[5]; }\n", want: "writes files of more than 256 MiB"},
		{name: "a program of 100 MB", file: "main.c", text: "char a[100000000] = {1};\nint main(void) { return a[5]; }\n", want: "larger than 64 MiB"},
		{name: "headers of CPATH", file: "main.c", text: "#include <evil.h>\nint main(void) { return 0; }\n", want: "evil.h: No such file"},
		{name: "link-time optimization in assembly", file: "main.c", text: f.lto(t)},
		{name: "a relative import", file: "main.go", text: "package main\n\nimport \"../other\"\n\nfunc main() { other.Do() }\n", want: `the import of "../other" is relative`},
	}
	evil := filepath.Join(f.dir, "include")
	if err := errors.Join(os.Mkdir(evil, 0o755), os.WriteFile(filepath.Join(evil, "evil.h"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CPATH", evil)
	cache, err := build.OpenCache(filepath.Join(f.dir, "cache"), f.box)
	if err != nil {
		t.Fatal(err)
	}
	defer cache.Close()
	for i, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if why := cannotCompile(row.file); why != "" {
				t.Skip(why)
			}
			source := f.source(t, fmt.Sprint("source", i), row.file, row.text)
			if row.want != "" {
				source.Compilation = problem.ToolLimits{Time: row.time, Memory: 256 << 20}
			}
			program, err := cache.Build(t.Context(), build.Submission, source)
			var broken *build.CompileError
			switch {
			case errors.As(err, &broken):
				if row.want == "" || !strings.Contains(broken.Output, row.want) || strings.Contains(broken.Output, strings.TrimSpace(secretText)) {
					t.Errorf("got:\n%s\nwant in it: %q", broken.Output, row.want)
				}
			case err != nil:
				t.Error(err)
			case row.want != "":
				t.Errorf("it compiles to %s; want an error with %q", program, row.want)
			default:
				if out, err := exec.Command(program).Output(); err != nil || string(out) != "hello\n" {
					t.Errorf("the program prints %q, %v", out, err)
				}
			}
		})
	}
}

// lto is a source that prints hello. Its inline assembly carries another program in the form that link-time optimization
// reads; if the linker takes that for the program, it prints something else.
func (f contained) lto(t *testing.T) string {
	const hello = "int puts(const char *);\nint main(void) { puts(\"hello\"); return 0; }\n"
	other := filepath.Join(f.dir, "lto.c")
	if err := os.WriteFile(other, []byte(strings.Replace(hello, "hello", "lto", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	assembly, err := exec.Command("gcc", "-O2", "-flto", "-S", "-o", "-", other).Output()
	if err != nil {
		t.Logf("gcc without link-time optimization: %v", err)
		return hello
	}
	var source strings.Builder
	for line := range strings.Lines(string(assembly)) {
		if !strings.Contains(line, ".file") && !strings.Contains(line, ".ident") {
			fmt.Fprintf(&source, "asm(\"%s\\n\");\n", strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`).Replace(strings.TrimSuffix(line, "\n")))
		}
	}
	source.WriteString("asm(\".text\\n\");\n" + hello)
	return source.String()
}

// templateBomb takes exponential time and little memory.
const templateBomb = `template <int N> constexpr long f() { long s = 0; for (int i = 0; i < 260000; i++) s += i % N; return s; }
template <int N> struct S { static constexpr long v = f<N + 1>() + S<N - 1>::v; };
template <> struct S<0> { static constexpr long v = 0; };
int main() { return S<800>::v & 1; }
`

// cannotCompile says why a file cannot be compiled here, or "".
func cannotCompile(file string) string {
	compiler := map[string]string{".c": "gcc", ".cc": "g++", ".go": "go"}[filepath.Ext(file)]
	if _, err := exec.LookPath(compiler); err != nil {
		return "no " + compiler + " on this machine"
	}
	return ""
}
