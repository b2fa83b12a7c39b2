package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// headers calls a program in work/p that prints WORD, which a header defines. work is a Git work tree; there are
// secrets outside of it and in hidden files.
func headers(t *testing.T, program, files string) (top string, source problem.Source) {
	t.Helper()
	top = t.TempDir()
	write := func(name, text string) { judgetest.Write(t, filepath.Join(top, name), text) }
	write("work/.git/HEAD", "secret\n")
	write("secret", "secret\n")
	write("work/p/.key", "secret\n")
	for _, file := range strings.Fields(files) {
		name, text, _ := strings.Cut(file, "=")
		if text == "" {
			text = `#define WORD "ok"`
		}
		write(name, strings.NewReplacer("_", " ", "|", "\n", "TOP", top).Replace(text)+"\n")
	}
	p := filepath.Join(top, "work/p")
	write("work/p/a.cpp", strings.ReplaceAll(program, "TOP", top)+"\n"+
		"#include <cstdio>\nint main() { std::puts(WORD); }\n")
	judgetest.Check(t, errors.Join(os.Symlink(filepath.Join(top, "secret"), filepath.Join(p, "link.h")),
		os.Symlink(top, filepath.Join(p, "links")), os.Symlink(".key", filepath.Join(p, "key.h")),
		os.Symlink("/dev/zero", filepath.Join(p, "zero")), syscall.Mkfifo(filepath.Join(p, "fifo"), 0o600)))
	return top, problem.Source{Name: "a.cpp", Dir: p, Files: []string{"a.cpp"}, Beside: true}
}

// TestHeaders: a program includes what the compiler would find, but nothing else.
func TestHeaders(t *testing.T) {
	judgetest.Need(t, "g++", "c++")
	cache := openCache(t, t.TempDir())
	for _, c := range []struct{ program, files, headers, want string }{
		{`#include "x.h"`, "work/p/x.h", "", "ok\n"},
		{`#include "lib/x.hpp"`, `work/p/lib/x.hpp=#include_"y/z" work/p/lib/y/z`, "", "ok\n"},
		{`#include "../x.h"`, "work/x.h", "", "ok\n"},
		{"#include \"../x.h\"\n#include \"x.h\"", `work/x.h=#define_ABOVE_"ok" work/p/x.h=#define_WORD_ABOVE`, "", "ok\n"},
		{`#include "../q/x.h"`, `work/q/x.h=#include_"../lib/z.h" work/lib/z.h=#include_"../p/w.h" work/p/w.h`, "", "ok\n"},
		{`#include "b.cpp"`, `work/p/b.cpp=#include_"t.inc" work/p/t.inc`, "", "ok\n"},
		{`#include "../x.h"`, "work/x.h=wrong;", "", "work/x.h:1:1: error: "},
		{`#include <x.h>`, "work/p/x.h", "", "x.h: No such file"},
		{`#include <x.h>`, "", "", "a.cpp:1:10: fatal error: "},
		{`#include "testlib.h"`, "", "", "save testlib.h from https://github.com/MikeMirzayanov/testlib beside the program"},
		{`#include <x.h>`, "", "", "name it with -I FOLDER, or with include: in judge.yaml"},
		{`#include <ac/dsu>`, `far/ac/dsu=#include_"up.h" far/ac/up.h=#include_"../z.h" far/z.h`, "far", "ok\n"},
		{`#include "x.h"`, "work/lib/x.h", "work/lib", "ok\n"},
		{"#include \"x.h\"\n#include <x.h>", `work/p/x.h=#define_BESIDE_"ok" work/lib/x.h=#define_WORD_BESIDE far/x.h=wrong`,
			"work/lib far", "ok\n"},
		{"#include <x.h>\n#include \"lib/x.h\"", `work/p/lib/x.h=#pragma_once|char_c;|#define_WORD_"ok"`, "work/p/lib", "ok\n"},
		{`#include <x.h>`, "far/x.h=wrong;", "far", "far/x.h:1:1: error: "},
		{"#define H \"x.h\"\n#include H", "work/p/x.h", "", "ok\n"},
		{"#define S(x) #x\n#define H(x) S(lib/x.h)\n#include H(x)", `work/p/lib/x.h=#define_Z_"z.h"|#include_Z work/p/lib/z.h`, "",
			"ok\n"},
		{"#if __has_include(\"x.h\")\n#include \"x.h\"\n#endif", "work/p/x.h", "", "ok\n"},
		{`#include "TOP/secret"`, "", "", "secret is not read: its path is absolute"},
		{`#include "../../secret"`, "", "", "../../secret is not read: it is outside TOP/work"},
		{`#include "../../../../../../../../../../etc/passwd"`, "", "", "etc/passwd is not read: it is outside TOP/work"},
		{`#include "../work/../../secret"`, "", "", "is not read: it is outside"},
		{`#include "link.h"`, "", "", "link.h is not read: a symbolic link out of"},
		{`#include "links/secret"`, "", "", "links/secret is not read: a symbolic link out of"},
		{`#include "links/work/x.h"`, "work/x.h", "", "x.h is not read: a symbolic link out of"},
		{`#include ".key"`, "", "", ".key is not read: in a hidden folder"},
		{`#include "key.h"`, "", "", "key.h is not read: a symbolic link out of"},
		{`#include "../.git/HEAD"`, "", "", "HEAD is not read: in a hidden folder"},
		{`#include "fifo"`, "", "", "fifo is not read: a FIFO, not a regular file"},
		{`#include "zero"`, "", "", "zero is not read: a symbolic link out of"},
		{`int f(int); const char *WORD = f(1) ? "" : "";`, "work/p/util.cpp=int_f(int_x)_{|_return_x;|}", "", "f is defined in TOP/work/p/util.cpp, which is not part"},
		{`#include <../secret>`, "far/x.h", "far", "../secret: No such file"},
	} {
		t.Run(c.program, func(t *testing.T) {
			top, source := headers(t, c.program, c.files)
			for _, folder := range strings.Fields(c.headers) {
				source.Headers = append(source.Headers, filepath.Join(top, folder))
			}
			program, err := cache.Build(t.Context(), Submission, source)
			got := fmt.Sprint(err)
			if err == nil {
				got = output(t, program.Path)
			}
			if !strings.Contains(got, strings.ReplaceAll(c.want, "TOP", top)) || strings.Contains(got, "  secret") {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestModules: a program in another language imports the modules beside it.
func TestModules(t *testing.T) {
	cache := openCache(t, t.TempDir())
	for _, c := range []struct{ tool, program, files string }{
		{"python3", "a.py=import util, sys\nfrom lib.more import ok\nprint(util.say(ok))", "util.py=import deep\nsay = deep.say\n" +
			"--deep.py=def say(x): return x\n--lib/more.py=from . import sub\nok = sub.ok\n--lib/sub.py=ok = 'ok'"},
		{"rustc", "a.rs=mod util;\nfn main() { util::say() }", "util.rs=mod deep;\npub fn say() { deep::say() }\n--util/deep.rs=" +
			"pub fn say() { println!(include_str!(\"t.txt\")) }\n--util/t.txt=ok"},
		{"javac", "a.java=class a { public static void main(String[] x) { System.out.println(Util.OK); } }",
			"Util.java=class Util { static String OK = \"ok\"; }"},
		{"python3", "a.py=# use /etc/passwd from .. or ... or .\nimport b\nprint(b.ok)", "b.py=from path.to import x\nok = x\n--" +
			"path/to/__init__.py=x = 'ok'"},
		{"node", "a.js=const { ok } = require('./util')\nconsole.log(ok)", "util.js=exports.ok = 'ok'"},
	} {
		t.Run(c.tool, func(t *testing.T) {
			judgetest.Need(t, c.tool)
			dir := t.TempDir()
			name, text, _ := strings.Cut(c.program, "=")
			judgetest.Write(t, filepath.Join(dir, name), text+"\n")
			for _, file := range strings.Split(c.files, "--") {
				name, text, _ := strings.Cut(file, "=")
				judgetest.Write(t, filepath.Join(dir, name), text)
			}
			program, err := cache.Build(t.Context(), Submission, problem.Source{Name: name, Dir: dir,
				Files: []string{name}, Beside: true})
			judgetest.Check(t, err)
			if program.Dir == "" {
				if got := output(t, program.Path); strings.TrimSpace(got) != "ok" {
					t.Errorf("it prints %q", got)
				}
				return
			}
			out := filepath.Join(dir, "out")
			result, err := cache.Programs.Run(t.Context(), sandbox.Task{Program: program.Path,
				Profile: sandbox.Submission,
				Args:    program.Arguments(1 << 30), Env: program.Env, Reads: program.Reads, Dir: program.Dir,
				Output:  out,
				Scratch: dir, Limits: sandbox.Limits{Memory: 1 << 30, Output: 1 << 20,
					Processes: 64}.Within(time.Minute)})
			judgetest.Check(t, err)
			if got := judgetest.Read(t, out); strings.TrimSpace(got) != "ok" {
				t.Errorf("it prints %q, %v %s", got, result, result.Stderr.Head())
			}
		})
	}
}

// TestHeaderBounds: hostile headers end in an error, and at an interrupt.
func TestHeaderBounds(t *testing.T) {
	many, deep := "", ""
	for i := range MaxFiles + 10 {
		many += fmt.Sprintf("work/p/%d.h=#define_X ", i)
		deep += fmt.Sprintf("|#include_\"%d.h\"", i)
	}
	names := ""
	for i := range 25_000 {
		names += fmt.Sprintf("|#include_\"none%d.h\"", i)
	}
	for want, files := range map[string]string{
		"more than 2000 files":         many + "work/p/x.h=" + deep,
		"include more than 20000":      "work/p/x.h=" + names,
		"more than 8 MiB with what it": "work/p/x.h=#include_\"y.h\" work/p/y.h=//" + strings.Repeat("x", MaxSource),
	} {
		_, source := headers(t, `#include "x.h"`, files)
		var broken *CompileError
		if _, err := Resolve(t.Context(), Submission, source); !errors.As(err, &broken) ||
			!strings.Contains(broken.Output, want) {
			t.Errorf("got %v, want %s", err, want)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if _, err := Resolve(stopped, Submission, source); !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted: %v", err)
		}
	}
}
