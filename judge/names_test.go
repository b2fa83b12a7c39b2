package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestNames: a name that contains a newline cannot forge a line of the judge's rows, warnings, notes or errors.
func TestNames(t *testing.T) {
	judgetest.Need(t, "python3")
	top := t.TempDir()
	const forged = "x\njudge: forged"
	const double = "import sys\nfor line in sys.stdin:\n    print(2 * int(line))\n"
	pack := filepath.Join(top, forged)
	folder := filepath.Join(top, "folder", forged)
	for path, text := range map[string]string{
		"problem.yaml": "problem_format_version: 2025-09\nname: \"Double\\njudge: forged\"\nuuid: 0\n" +
			"limits: {time_limit: 2}\n\"a\\njudge: forged\": 1\n",
		"data/secret/" + forged + ".in":                                "1\n",
		"data/secret/" + forged + ".ans":                               "2\n",
		"data/secret/" + forged + "/1.in":                              "1\n",
		"data/secret/alone\njudge: forged.in":                          "1\n",
		"data/secret/" + forged + ".yaml":                              "nosuch: 1\n",
		"submissions/accepted/" + forged + ".py":                       double,
		"submissions/wrong_answer/" + forged + ".py":                   double,
		"submissions/accepted/broken\njudge: forged.cpp":               "int main( {}\n",
		"submissions/nosuch\njudge: forged/a.py":                       double,
		"input_validators/" + forged + ".py":                           "import sys\nsys.exit(3)\n",
		"input_validators/" + forged + "/odd\njudge: forged.nosuchext": "",
	} {
		judgetest.Write(t, filepath.Join(pack, path), text)
	}
	for path, text := range map[string]string{
		forged + ".py": double, forged + ".in": "1\n", forged + ".ans": "2\n", "alone\njudge: forged.in": "1\n",
		"brute\njudge: forged.py": double, "wrong\njudge: forged.py": "print(1)\n", "b.cpp": "int main( {}\n",
		"input" + forged + ".txt": "1\n", "gen.py": "print(1)\n", "brute.py": double, "val.py": "import sys\nsys.exit(3)\n",
		"judge.yaml": "\"a\\njudge: forged\": 1\n",
	} {
		judgetest.Write(t, filepath.Join(folder, path), text)
	}
	link := filepath.Join(pack, "data", "secret", "link\njudge: forged.in")
	judgetest.Check(t, os.Symlink("/etc\njudge: forged", link))
	program := filepath.Join(folder, forged+".py")
	for _, args := range [][]string{
		{"run", "--package", pack}, {"run", "-v", "--package", pack}, {"run", "--table", "--package", pack},
		{"list", "--package", pack}, {"list", "--package", top}, {"run", "--package", top, forged}, {"run", forged},
		{"validate", "--package", pack}, {"limits", "--package", pack}, {"exec", "--package", pack, forged},
		{"debug", forged}, {"submit", program}, {"exec", program + ":nosuch"}, {"exec", program},
		{"merge", forged + ".json"},
		{"test", program}, {"test", "-v", program}, {"test", folder}, {"test", filepath.Join(folder, "b.cpp")},
		{"test", filepath.Join(folder, "wrong\njudge: forged.py")}, {"test", program, "--tests", forged},
		{"test", program, "--checker", forged},
		{"test", program, "--checker", filepath.Join(folder, "brute\njudge: forged.py")},
		{"stress", program, filepath.Join(folder, "brute\njudge: forged.py"), filepath.Join(folder, "gen.py"), "--time", "1"},
		{"stress", program}, {"new", forged}, {"export", forged}, {"gen", forged}, {forged}, {"help", forged},
		{"bench", "--base", forged}, {"compare", forged}, {"trend", forged}, {"--" + forged}, {"run", "--json", forged + "/x"},
		{"completion", forged}, {"run", "-j", forged}, {"bench", "--", forged, "--", forged},
	} {
		t.Chdir(top)
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), args, &stdout, &stderr)
		for _, text := range []string{stdout.String(), stderr.String()} {
			if strings.Contains(text, "\njudge: forged") || strings.HasPrefix(text, "judge: forged") {
				t.Errorf("judge %q, status %d:\n%s", args, status, text)
			}
		}
	}
}
