package export

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// TestTestlib builds and calls the programs of exported Polygon packages as problemtools and DOMjudge do: the script
// build runs in the folder, and the script run from anywhere.
func TestTestlib(t *testing.T) {
	judgetest.Need(t, "g++", "c++")
	header := judgetest.Read(t, "../../testdata/testlib/testlib.h")
	points := strings.NewReplacer("quitf(_ok, \"%d\", found)", "quitp(2.5, \"half\")",
		`"15.0"`, `"10.0"`, `"5.0"`, `"10.0"`)
	begin := "#include \"testlib.h\"\nint main"
	helped := strings.NewReplacer(begin, "#include \"util.cpp\"\n"+begin)
	renumbered := strings.NewReplacer(begin, "#define WA_EXIT_CODE 5\n#define PE_EXIT_CODE 6\n"+begin)
	format := strings.NewReplacer(begin, "#define PACKAGE_FORMAT\n"+begin)
	type call struct{ input, answer, output, status, message string }
	for _, row := range []struct {
		pack, program string
		change        *strings.Replacer
		targets       []Target
		calls         []call
	}{
		{"sum", "checker", strings.NewReplacer(), Targets, []call{
			{"1\n1\n", "2\n", "2\n", "42", "ok 2\n"},
			{"1\n1\n", "2\n", "3\n", "43", "wrong answer expected 2, found 3\n"},
			{"1\n1\n", "2\n", "two\n", "43", "wrong output format expected a number, but two found\n"},
			{"1\n1\n", "2\n", "", "43", "wrong output format a word is missing\n"},
			{"1\n1\n", "two\n", "2\n", "1", "FAIL expected a number, but two found\n"},
		}},
		{"sum", "validator", strings.NewReplacer(), Targets, []call{
			{output: "1\n1\n", status: "42"}, {output: "1\n101\n", status: "43"}, {output: "1 1\n", status: "43"},
		}},
		{"sum", "checker", helped, Targets, []call{{"1\n1\n", "2\n", "2\n", "42", "ok 2\n"}}},
		{"sum", "checker", renumbered, Targets, []call{
			{"1\n1\n", "2\n", "2\n", "42", "ok 2\n"},
			{"1\n1\n", "2\n", "3\n", "43", "wrong answer expected 2, found 3\n"},
			{"1\n1\n", "2\n", "", "43", "wrong output format a word is missing\n"},
			{"1\n1\n", "two\n", "2\n", "1", "FAIL expected a number, but two found\n"},
		}},
		{"sum", "checker", format, Targets, []call{
			{"1\n1\n", "2\n", "2\n", "42", "ok 2\n"},
			{"1\n1\n", "2\n", "3\n", "43", "wrong answer expected 2, found 3\n"},
		}},
		{"sum", "validator", format, Targets, []call{
			{output: "1\n1\n", status: "42"}, {output: "1\n101\n", status: "43"},
		}},
		{"points", "checker", points, []Target{Standard}, []call{
			{"1\n1\n", "2\n", "2\n", "42 2.500000\n", "points 2.500000 half\n"},
			{"1\n1\n", "2\n", "3\n", "43", "wrong answer expected 2, found 3\n"},
		}},
		// The interactor reads what the submission says, and the checker after it counts the questions.
		{"guess", "interactor", strings.NewReplacer(), Targets, []call{
			{"42\n", "7\n", "? 50\n? 42\n! 42\n", "42", "ok 2 questions\n"},
			{"42\n", "1\n", "? 50\n? 42\n! 42\n", "43", "wrong answer 2 questions\n"},
			{"42\n", "7\n", "! 41\n", "43", "wrong answer it is 42\n"},
		}},
		{"guess", "interactor", helped, Targets, []call{
			{"42\n", "7\n", "? 50\n? 42\n! 42\n", "42", "ok 2 questions\n"},
		}},
		{"guess", "interactor", renumbered, Targets, []call{ // only the checker after it has other statuses
			{"42\n", "1\n", "? 50\n? 42\n! 42\n", "43", "wrong answer 2 questions\n"},
			{"42\n", "7\n", "! 41\n", "43", "wrong answer it is 42\n"},
		}},
	} {
		for _, to := range row.targets {
			t.Run(row.pack+"/"+row.program+"/"+string(to), func(t *testing.T) {
				folder := exportedPolygon(t, row.pack, header, row.change, to) + "/"
				switch {
				case row.program == "validator":
					folder += "input_validators/val.cpp"
				case to == Standard:
					folder += "output_validator"
				default:
					folder += map[string]string{"sum": "output_validators/check.cpp",
						"guess": "output_validators/interactor.cpp"}[row.pack]
				}
				build := exec.Command("./build")
				build.Dir = folder
				if out, err := build.CombinedOutput(); err != nil {
					t.Fatalf("build: %v\n%s", err, out)
				}
				for _, c := range row.calls {
					dir := t.TempDir()
					judgetest.Write(t, dir+"/in", c.input)
					judgetest.Write(t, dir+"/ans", c.answer)
					judgetest.Check(t, os.Mkdir(dir+"/feedback", 0o777))
					program := exec.Command(folder+"/run", dir+"/in", dir+"/ans", dir+"/feedback/")
					if row.program == "validator" {
						program.Args = program.Args[:1]
					}
					program.Dir = t.TempDir()
					program.Stdin = strings.NewReader(c.output)
					judgetest.Write(t, dir+"/out", c.output)
					out, err := os.Open(dir + "/out")
					judgetest.Check(t, err)
					program.Stdin = out
					program.Run()
					out.Close()
					status := strings.TrimPrefix(program.ProcessState.String(), "exit status ")
					if text, err := os.ReadFile(dir + "/feedback/score.txt"); err == nil {
						status += " " + string(text)
					}
					message, _ := os.ReadFile(dir + "/feedback/judgemessage.txt")
					if status != c.status || string(message) != c.message {
						t.Errorf("%q: status %s and %q, want %s and %q", c.output, status, message, c.status, c.message)
					}
					left, _ := filepath.Glob(dir + "/feedback/output")
					if left != nil {
						t.Errorf("%q: the copy of the output is left behind", c.output)
					}
				}
			})
		}
	}
}

// exportedPolygon unpacks the export of one of the Polygon packages in the judge's testdata, and returns its folder.
func exportedPolygon(t *testing.T, name, header string, change *strings.Replacer, to Target) string {
	t.Helper()
	story, err := txtar.ParseFile("../../testdata/polygon/" + name + ".txtar")
	judgetest.Check(t, err)
	dir := t.TempDir()
	for _, f := range story.Files {
		judgetest.Write(t, filepath.Join(dir, f.Name), change.Replace(string(f.Data)))
	}
	judgetest.Write(t, filepath.Join(dir, name, "files", "testlib.h"), header)
	judgetest.Write(t, filepath.Join(dir, name, "files", "util.cpp"), "#include \"util.h\"\n")
	judgetest.Write(t, filepath.Join(dir, name, "files", "util.h"), "#include <set>\n")
	set, err := problem.Load(problem.Package(filepath.Join(dir, name)), nil)
	judgetest.Check(t, err)
	pack, err := Plan(t.Context(), set.Problems[0], to)
	judgetest.Check(t, err)
	var b bytes.Buffer
	judgetest.Check(t, Write(&b, pack.Files))
	judgetest.Write(t, filepath.Join(dir, name+".zip"), b.String())
	back, _, err := archive.Unpack(t.Context(), filepath.Join(dir, name+".zip"), t.TempDir())
	judgetest.Check(t, err)
	return back
}
