package problem

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/tree"
)

// polygonXML returns a problem.xml with three tests, the given attributes of judging, the given groups in its testset,
// and the given solutions.
func polygonXML(judging, groups, solutions string) string {
	return fmt.Sprintf(`<?xml version="1.0" encoding="utf-8"?>
<problem short-name="sum">
<names><name language="english" value="Sum"/></names>
<judging %s>
<testset name="tests"><time-limit>1500</time-limit><memory-limit>268435456</memory-limit>
<test-count>3</test-count>
<input-path-pattern>tests/%%02d</input-path-pattern><answer-path-pattern>tests/%%02d.a</answer-path-pattern>
<tests>
<test method="manual" sample="true"/>
<test method="generated" cmd="gen 1" group="a b"/>
<test method="manual" group="c"/>
</tests>%s</testset></judging>
<assets>
<checker name="std::ncmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
<validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>
<solutions>
%s
</solutions></assets></problem>
`, judging, groups, solutions)
}

func solution(tag, path, kind string) string {
	return fmt.Sprintf(`<solution tag="%s"><source path="%s" type="%s"/></solution>`, tag, path, kind)
}

// polygonPackage writes a complete package with these files added or replaced. A file given as "" is left out.
func polygonPackage(t *testing.T, xml string, more map[string]string) string {
	dir := filepath.Join(t.TempDir(), "sum")
	files := map[string]string{"problem.xml": xml, "files/testlib.h": "//\n",
		"files/check.cpp": "#include \"testlib.h\"\n", "files/val.cpp": "#include \"testlib.h\"\n", "solutions/main.cpp": "int main() {}\n", "doall.sh": "#\n"}
	for i := range 3 {
		files[fmt.Sprintf("tests/%02d", i+1)] = "1\r\n"
		files[fmt.Sprintf("tests/%02d.a", i+1)] = "1\r\n"
	}
	for name, text := range more {
		if files[name] = text; text == "" {
			delete(files, name)
		}
	}
	for name, text := range files {
		judgetest.Write(t, filepath.Join(dir, name), text)
	}
	return dir
}

var mainSolution = solution("main", "solutions/main.cpp", "cpp.g++17")

func loadPolygon(t *testing.T, dir string) *Problem {
	set, err := Load(Package(dir), nil)
	judgetest.Check(t, err)
	return set.Problems[0]
}

func TestPolygon(t *testing.T) {
	p := loadPolygon(t, polygonPackage(t, polygonXML(`input-file="in.txt" output-file="out.txt"`, "", mainSolution), nil))
	if p.Format != "polygon" || p.Title != "Sum" || p.Interactive || p.Scores() {
		t.Errorf("%+v", p)
	}
	if p.Limits.Time != 1500*time.Millisecond || p.Limits.Memory != 256<<20 || p.OutputFile != "out.txt" ||
		!p.FileWriting {
		t.Errorf("%+v, %s", p.Limits, p.OutputFile)
	}
	var tests []string
	for _, x := range p.Tests {
		in, _ := filepath.Rel(p.Dir, x.Input)
		answer, _ := filepath.Rel(p.Dir, x.Answer)
		tests = append(tests, fmt.Sprint(x.Name, " ", in, " ", answer, " ", x.InputValidatorArgs["val.cpp"], " ",
			x.Files[0].Name))
	}
	want := []string{"sample/01 tests/01 tests/01.a [] in.txt",
		"secret/1-a_b/02 tests/02 tests/02.a [--testset tests --group a b] in.txt",
		"secret/2-c/03 tests/03 tests/03.a [--testset tests --group c] in.txt"}
	if diff := cmp.Diff(want, tests); diff != "" {
		t.Error(diff)
	}
	if len(p.Checkers) != 1 || p.Checkers[0].Name != "check.cpp" || p.Final != nil || len(p.InputValidators) != 1 {
		t.Errorf("%+v %+v", p.Checkers, p.InputValidators)
	}
	if s := p.Submissions[0]; !s.Solution || s.Path != "accepted/main.cpp" || s.Language != "cpp" || s.Broken != "" {
		t.Errorf("%+v", s)
	}
	for _, w := range p.Warnings {
		t.Error(w)
	}
}

// Each tag sets the expectation that judge help packages documents.
func TestPolygonTags(t *testing.T) {
	for tag, satisfies := range map[string]string{ // the verdicts of a test beside an accepted one
		"main": "AC", "accepted": "AC", "wrong-answer": "WA PE", "presentation-error": "WA PE",
		"time-limit-exceeded": "TLE OLE", "time-limit-exceeded-or-accepted": "AC TLE OLE",
		"time-limit-exceeded-or-memory-limit-exceeded": "TLE MLE OLE RTE", "memory-limit-exceeded": "MLE OLE RTE",
		"runtime-error": "MLE OLE RTE", "rejected": "WA PE TLE MLE OLE RTE", "incorrect": "WA PE TLE MLE OLE RTE",
		"failed": "WA PE TLE MLE OLE RTE", "": "AC WA PE TLE MLE OLE RTE", "Tag": "AC WA PE TLE MLE OLE RTE",
	} {
		tagged := solution(tag, "solutions/main.cpp", "cpp.g++17")
		p := loadPolygon(t, polygonPackage(t, polygonXML("", "", tagged), nil))
		expected := p.Expects(p.Submissions[0])
		for _, v := range []Verdict{AC, WA, PE, TLE, MLE, OLE, RTE} {
			verdicts := map[string]Verdict{"sample/01": AC, "secret/1-a_b/02": v, "secret/2-c/03": AC}
			as := expected.Permits("secret/1-a_b/02", v) && expected.Unmet(verdicts, nil) == ""
			if want := slices.Contains(strings.Fields(satisfies), string(v)); as != want {
				t.Errorf("the tag %q, %s: as expected is %v", tag, v, as)
			}
		}
		if _, known := polygonTags[tag]; (len(p.Warnings) > 0) == known {
			t.Errorf("the tag %q: warnings %v", tag, p.Warnings)
		}
	}
}

func TestPolygonSolutions(t *testing.T) {
	p := loadPolygon(t, polygonPackage(t, polygonXML("", "", strings.Join([]string{mainSolution,
		solution("do-not-run", "solutions/never.cpp", "cpp.g++17"),
		solution("accepted", "solutions/no.cpp", "cpp.g++17"),
		solution("accepted", "../main.cpp", "cpp.g++17"), solution("accepted", `solutions\main.cpp`, "cpp.g++17"),
		solution("accepted", "old/main.cpp", "cpp.g++17"), solution("rejected", "solutions/main.cpp", "cpp.g++17"),
		solution("rejected", "solutions/a b.py", "python.2"), `<solution tag="accepted"/>`,
		solution("rejected", "solutions/-a.cpp", "cpp.g++17"),
	}, "\n")), map[string]string{"old/main.cpp": "int main() {}\n", "solutions/a b.py": "1\n",
		"solutions/-a.cpp": "x"}))
	var got []string
	for _, s := range p.Submissions {
		broken := strings.ReplaceAll(s.Broken, p.Dir+"/", "")
		got = append(got, s.Path+" "+s.Language+" "+broken[:min(len(broken), 39)])
	}
	want := []string{"accepted/main.cpp cpp ",
		"accepted/no.cpp cpp problem.xml: there is no file solutions",
		`accepted/main.cpp_  problem.xml: the path "../main.cpp" is `,
		`accepted/main.cpp__  problem.xml: the path "solutions\\main.`,
		"accepted/main.cpp___ cpp ",
		"rejected/main.cpp cpp ",
		`rejected/a_b.py python2 problem.xml: "solutions/a b.py" is not `,
		"accepted/unnamed  problem.xml: a program names no source;",
		`rejected/a.cpp cpp problem.xml: "solutions/-a.cpp" is not `}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if why := p.Submissions[8].Broken; !strings.Contains(why, "is not read: "+tree.NameRule) {
		t.Error(why)
	}
	if len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0].Error(), "solutions/never.cpp is not run") {
		t.Error(p.Warnings)
	}
}

func TestPolygonMistakes(t *testing.T) {
	plain := polygonXML("", "", mainSolution)
	replaced := func(old, with string) string {
		if !strings.Contains(plain, old) {
			t.Fatal(old)
		}
		return strings.Replace(plain, old, with, 1)
	}
	for _, c := range []struct {
		xml     string
		files   map[string]string
		want    string
		warning bool
	}{
		{xml: plain, files: map[string]string{"tests/02": "", "tests/02.a": "", "tests/03.a": ""},
			want: "problem.xml: files of its 3 tests are missing (tests/02, tests/02.a, tests/03.a), so no verdict " +
				"is certain; download the full package (Linux) from Polygon, which has them, or run its doall.sh"},
		{xml: plain, files: map[string]string{"files/check.cpp": ""},
			want: "problem.xml: there is no file DIR/files/check.cpp; put it there: std::ncmp.cpp comes " +
				"with testlib"},
		{xml: replaced(`files/check.cpp" type="cpp.g++17"`, `files/check.cpp" type="java8"`),
			want: "problem.xml: files/check.cpp is in java, and only programs of testlib in C++ are run"},
		{xml: replaced("tests/%02d<", "tests/.%02d<"), want: `problem.xml: "tests/.01" is not read`},
		{xml: polygonXML(`input-file="../in" output-file=""`, "", mainSolution),
			want: `problem.xml: "../in" is not the name of a file that a solution can read or write`},
		{xml: polygonXML(`input-file="a" output-file="a"`, "", mainSolution),
			want: `problem.xml: solutions read and write the same file, "a"`},
		{xml: replaced("files/val.cpp", "files/no.cpp"), warning: true,
			want: "problem.xml: there is no file DIR/files/no.cpp; put it there; the validator is left out"},
		{xml: replaced(`group="c"`, `group="c" points="5"`), warning: true,
			want: `problem.xml: no <group> says how the group "a b" is scored: the points are not counted`},
	} {
		dir := polygonPackage(t, c.xml, c.files)
		set, err := Load(Package(dir), nil)
		message := fmt.Sprint(err)
		if c.warning && err == nil {
			message = fmt.Sprint(set.Problems[0].Warnings[0])
		}
		message = strings.ReplaceAll(strings.ReplaceAll(message, dir+"/problem.xml", "problem.xml"), dir, "DIR")
		if c.warning != (err == nil) || !strings.HasPrefix(message, c.want) {
			t.Errorf("want %s\n got %s", c.want, message)
		}
	}
}

// A checker that is a link out of the package is an error, as in all formats.
func TestPolygonLinks(t *testing.T) {
	dir := polygonPackage(t, polygonXML("", "", mainSolution), map[string]string{"files/check.cpp": ""})
	judgetest.Check(t, os.Symlink("/etc/passwd", filepath.Join(dir, "files/check.cpp")))
	_, err := Load(Package(dir), nil)
	if err == nil || !strings.Contains(err.Error(), "a symbolic link out of the package") {
		t.Error(err)
	}
}

// A package in another format with a problem.xml in it stays what it is.
func TestStrayProblemXML(t *testing.T) {
	dir := polygonPackage(t, "<problem/>", map[string]string{"problem.yaml": "name: x\n",
		"data/secret/1.in": "1\n", "data/secret/1.ans": "1\n"})
	if p := loadPolygon(t, dir); p.Format != "legacy" {
		t.Error(p.Format)
	}
}

// The files that decide verdicts make the same problem elsewhere, with the submissions that are asked for.
func TestPolygonNeeded(t *testing.T) {
	dir := polygonPackage(t, polygonXML("", "", mainSolution+solution("rejected", "solutions/re.cpp", "cpp.g++17")),
		map[string]string{"solutions/re.cpp": "int main() { return 1; }\n", "tests/extra": "1\n"})
	p := loadPolygon(t, dir)
	files := Needed(p, p.Submissions[1:])
	other := filepath.Join(t.TempDir(), "sum")
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
		judgetest.Write(t, filepath.Join(other, f.Name), judgetest.Read(t, f.Path))
	}
	want := []string{"files/check.cpp", "files/testlib.h", "files/val.cpp", "problem.xml", "solutions/re.cpp",
		"tests/01", "tests/01.a", "tests/02", "tests/02.a", "tests/03", "tests/03.a"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
	q := loadPolygon(t, other)
	if len(q.Tests) != 3 || q.Submissions[1].Broken != "" || q.Submissions[0].Broken == "" {
		t.Errorf("%+v", q.Submissions)
	}
}
