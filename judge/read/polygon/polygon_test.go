package polygon

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/score"
)

// problemXML returns a problem.xml with these parts.
func problemXML(judging, set, rest string) string {
	return `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="7" short-name="sum">
<names><name language="russian" value="Сумма"/><name language="english" value="Sum"/></names>
<judging ` + judging + `>
<testset name="tests">
<time-limit>1500</time-limit>
<memory-limit>67108864</memory-limit>
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
` + set + `
</testset>
</judging>
` + rest + `
</problem>
`
}

const oneTest = `<test-count>1</test-count><tests><test method="manual" sample="true"/></tests>`

func TestParse(t *testing.T) {
	got, err := Parse("p.xml", []byte(problemXML(`input-file="stdin" output-file="out.txt"`,
		`<test-count>3</test-count><tests><test method="manual" sample="true"/>
<test cmd="gen 1 2" method="generated" group="a" points="3.5"/><test/></tests>`,
		`<assets>
<checker name="std::ncmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
<interactor><source path="files/interactor.cpp" type="cpp.g++17"/></interactor>
<validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>
<solutions><solution tag="main" note="x"><source path="solutions/a.cpp" type="cpp.gcc14-64-msys2-g++23"/>
<binary path="solutions/a.exe"/></solution><solution tag="rejected"/></solutions>
</assets>`)))
	judgetest.Check(t, err)
	source := func(path, kind string) Program {
		var p Program
		p.Source.Path, p.Source.Type = path, kind
		return p
	}
	checker, interactor := source("files/check.cpp", "cpp.g++17"), source("files/interactor.cpp", "cpp.g++17")
	checker.Name = "std::ncmp.cpp"
	solution := source("solutions/a.cpp", "cpp.gcc14-64-msys2-g++23")
	solution.Tag = "main"
	want := &Package{
		Path: "p.xml", Name: "sum", Title: "Sum", Titles: map[string]string{"en": "Sum", "ru": "Сумма"},
		Time: 1500 * time.Millisecond, Memory: 64 << 20, OutputFile: "out.txt",
		Tests: []Test{
			{Number: 1, Input: "tests/01", Answer: "tests/01.a", Sample: true, IsSample: "true"},
			{Number: 2, Input: "tests/02", Answer: "tests/02.a", Group: "a",
				Points: "3.5"},
			{Number: 3, Input: "tests/03", Answer: "tests/03.a"},
		},
		Checker: &checker, Interactor: &interactor,
		Validators: []Program{source("files/val.cpp", "cpp.g++17")},
		Solutions:  []Program{solution, {Tag: "rejected"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMistakes(t *testing.T) {
	set := func(old, with string) string {
		text := problemXML("", oneTest, "")
		if !strings.Contains(text, old) {
			t.Fatal(old)
		}
		return strings.Replace(text, old, with, 1)
	}
	for text, want := range map[string]string{
		"":                      "p.xml:1: not a problem.xml of Polygon: EOF",
		"<a/>":                  "p.xml:1: not a problem.xml of Polygon: expected element type <problem> but have <a>",
		"<problem>\n<":          "p.xml:2: not a problem.xml of Polygon: XML syntax error on line 2: unexpected EOF",
		"<problem>\n\n</names>": "p.xml:3: not a problem.xml of Polygon: XML syntax error on line 3: element <problem>",
		"<problem/>":            "p.xml: no <judging>",
		"<problem>\n<judging>\n</judging></problem>": "p.xml: no <testset>",
		`<?xml version="1.0" encoding="windows-1251"?><problem/>`: "p.xml:1: not a problem.xml of Polygon: xml: opening " +
			`charset "windows-1251": it is in the encoding windows-1251; save it as UTF-8`,
		"<problem>\n\xef\xee</problem>": "p.xml:2: not a problem.xml of Polygon: XML syntax error on line 2: invalid UTF-8",
		"<!DOCTYPE a [<!ENTITY b \"c\">]>\n<problem>&b;</problem>": "p.xml:2: not a problem.xml of Polygon: XML syntax " +
			"error on line 2: invalid character entity &b;",
		set("1500", "fast"):                           "p.xml:6: not a problem.xml of Polygon: strconv.ParseInt",
		set("1500", "0"):                              "p.xml: a time-limit of 0 and a memory-limit of 67108864",
		set("1500", "999999999999"):                   "p.xml: a time-limit of 999999999999 and",
		set("67108864", "-1"):                         "p.xml: a time-limit of 1500 and a memory-limit of -1",
		set("<time-limit>1500</time-limit>", ""):      "p.xml: a time-limit of 0",
		set("tests/%02d<", "../tests/%02d<"):          `p.xml: the path "../tests/01" is not inside the package`,
		set("tests/%02d<", "tests/%s<"):               `p.xml: want a path with one number in <input-path-pattern>`,
		set("tests/%02d<", "tests/%02d%d<"):           "p.xml: want a path with one number in",
		set("tests/%02d<", "tests/%099d<"):            "p.xml: want a path with one number in",
		set("tests/%02d.a", "tests/%02d"):             "p.xml: inputs and answers have the same path",
		set(oneTest, ""):                              "p.xml: no tests",
		set("<test-count>1<", "<test-count>1000000<"): "p.xml: more than 20000 tests",
		set("</testset>", `<groups><group name="a"/><group name="a"/></groups></testset>`): `p.xml: the group "a" appears twice`,
		set("</testset>", `<groups><group/></groups></testset>`):                           "p.xml: a group without a name",
		set("</judging>", `<testset name="b"/></judging>`):                                 "", // only tests is judged
		set(`name="tests"`, `name="a"`):                                                    "", // the only one
		strings.Replace(set("</judging>", `<testset name="b"/></judging>`), `name="tests"`, `name="a"`, 1): "p.xml: the " +
			"testsets are a, b, and nothing says which one decides",
		"<problem>" + strings.Repeat("<a>", 20_000) + strings.Repeat("</a>", 20_000) + "</problem>": "p.xml: no <judging>",
		"<problem>" + strings.Repeat("<names>", 20_000) + "</problem>":                              "p.xml:1: not a problem.xml",
	} {
		_, err := Parse("p.xml", []byte(text))
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%.300s\nwant %s, got %v", text, want, err)
		}
	}
}

// Paths lead to files inside the package, or the program cannot be read.
func TestLocal(t *testing.T) {
	for named, ok := range map[string]bool{
		"files/check.cpp": true, "check.cpp": true, "a b/c+.cpp": true,
		"": false, ".": false, "..": false, "../a": false, "a/../../b": false, "a/..": false, "/etc/passwd": false,
		"//a": false, "a//b": false, "a/./b": false, `a\b`: false, `..\a`: false, `C:\a`: false, "C:/a": false,
		"file:///etc": false, "a/": false,
	} {
		inside, wrong := local(named)
		if (wrong == "") != ok || ok && inside != named || !ok && inside != "" {
			t.Errorf("%q: %q, %q", named, inside, wrong)
		}
	}
}

func TestLanguage(t *testing.T) {
	for kind, want := range map[string]string{
		"cpp.g++17": "cpp", "cpp.msys2-mingw64-9-g++17": "cpp", "cpp.gcc14-64-msys2-g++23": "cpp", "cpp.ms2017": "cpp",
		"c.gcc": "c", "java8": "java", "java11": "java", "java21": "java", "javascript": "javascript",
		"python.2": "python2", "python.3": "python3", "python.pypy2": "python2", "python.pypy3": "pypy3",
		"python.pypy3-64": "pypy3", "pas.fpc": "pascal", "pas.dpr": "pascal", "kotlin17": "kotlin",
		"csharp.mono": "csharp", "rust": "rust", "go": "go", "d": "d", "delphi": "", "haskell.ghc": "haskell", "": "",
		"text": "",
	} {
		var g Program
		g.Source.Type = kind
		if got := g.Language(); got != want {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
	}
}

func TestUnjudged(t *testing.T) {
	k, err := Parse("p.xml", []byte(problemXML(`run-count="2"`, oneTest, `<files><resources>
<file path="files/testlib.h"/>
<file path="files/grader.h"><assets><asset name="SOLUTION"/></assets></file></resources></files>`)))
	judgetest.Check(t, err)
	want := []string{"a solution that runs 2 times on each test (p.xml)",
		"files that are compiled with solutions, such as files/grader.h (p.xml)"}
	if diff := cmp.Diff(want, k.Unjudged); diff != "" {
		t.Error(diff)
	}
}

// test is one test in the words of TestArrange: "s a 5" is a sample in the group a with 5 points.
func tests(words string) string {
	var b strings.Builder
	b.WriteString("<tests>")
	for text := range strings.SplitSeq(words, ",") {
		fields := strings.Fields(text)
		fmt.Fprintf(&b, `<test sample="%v"`, fields[0] == "s")
		if fields[1] != "-" {
			fmt.Fprintf(&b, ` group="%s"`, fields[1])
		}
		if len(fields) > 2 {
			fmt.Fprintf(&b, ` points="%s"`, fields[2])
		}
		b.WriteString("/>")
	}
	return b.String() + "</tests>"
}

// groups are groups in the words of TestArrange: "b complete-group 5 a" has 5 points and depends on a.
func groups(words string) string {
	var b strings.Builder
	for text := range strings.SplitSeq(words, ",") {
		fields := strings.Fields(text)
		if len(fields) < 3 {
			continue
		}
		fmt.Fprintf(&b, `<group name="%s" points-policy="%s"`, fields[0], fields[1])
		if fields[2] != "-" {
			fmt.Fprintf(&b, ` points="%s"`, fields[2])
		}
		b.WriteString("><dependencies>")
		for _, d := range fields[3:] {
			fmt.Fprintf(&b, `<dependency group="%s"/>`, d)
		}
		b.WriteString("</dependencies></group>\n")
	}
	return "<groups>" + b.String() + "</groups>"
}

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name, tests, groups, names string
		doubt                      string
		scores                     map[string]string // accepted tests by number, such as "1 2" → score
	}{
		{name: "plain", tests: "s -,t -,t -", names: "sample/01 secret/02 secret/03"},
		{name: "a late sample", tests: "t -,s -", names: "secret/01 sample/02"},
		{name: "zeros give no score", tests: "s - 0.0,t - 0", names: "sample/01 secret/02"},
		{name: "groups without points", tests: "s x,t x,t y", names: "sample/01 secret/x/02 secret/y/03"},
		{name: "points of tests", tests: "s - 0,t - 2.5,t - 7.5", names: "sample/01 secret/02 secret/03",
			scores: map[string]string{"1": "0/10", "1 2": "2.5/10", "2": "2.5/10", "1 2 3": "10/10"}},
		{name: "a sample with points", tests: "s - 4,t - 6", names: "secret/01 secret/02",
			scores: map[string]string{"1": "4/10", "1 2": "10/10"}},
		{name: "complete groups", tests: "s 0 0,t 1 30,t 1 0,t 2 70,t 2 0",
			groups: "0 complete-group 0,1 complete-group 30 0,2 complete-group 70 0 1",
			names:  "sample/01 secret/1/02 secret/1/03 secret/2/04 secret/2/05",
			scores: map[string]string{"1 2 3 4 5": "100/100", "1 2 3": "30/100", "1 2 3 4": "30/100", "1 4 5": "0/100",
				"2 3 4 5": "0/100", "1 2": "0/100"}},
		{name: "each test", tests: "t a 10,t a 20,t b 70", groups: "a each-test -,b complete-group 70",
			names:  "secret/a/01 secret/a/02 secret/b/03",
			scores: map[string]string{"1": "10/100", "2": "20/100", "2 3": "90/100", "1 2 3": "100/100"}},
		{name: "ten groups are in order", tests: "t 1 1,t 2 1,t 10 1",
			groups: "1 complete-group 1,2 complete-group 1,10 complete-group 1 2",
			names:  "secret/1-1/01 secret/2-2/02 secret/3-10/03",
			scores: map[string]string{"1 2 3": "3/3", "1 3": "1/3"}},
		{name: "a group that depends on a later one", tests: "t a 1,t b 2", groups: "a complete-group 1 b,b complete-group 2",
			names: "secret/2-a/01 secret/1-b/02", scores: map[string]string{"1 2": "3/3", "1": "0/3", "2": "2/3"}},
		{name: "other names", tests: "t é/1 1,t .. 2", groups: "é/1 complete-group 1,.. complete-group 2",
			names: "secret/1-__1/01 secret/2-../02", scores: map[string]string{"1 2": "3/3"}},
		{name: "samples of two groups", tests: "s a 0,s b 0,t c 5", groups: "a complete-group 0,b complete-group 0," +
			"c complete-group 5 a b", names: "sample/01 secret/b/02 secret/c/03",
			scores: map[string]string{"1 2 3": "5/5", "1 3": "0/5", "2 3": "0/5", "3": "0/5"}},
		{name: "a group that half is samples", tests: "s a 5,t a 0", groups: "a complete-group 5",
			names: "secret/a/01 secret/a/02", scores: map[string]string{"1 2": "5/5", "2": "0/5"}},
		{name: "no word on the group", tests: "t a 5", names: "secret/a/01", doubt: `no <group> says how the group "a"`},
		{name: "an unknown policy", tests: "t a 5", groups: "a best-test 5", names: "secret/a/01",
			doubt: `the points-policy "best-test" is not known`},
		{name: "points that differ", tests: "t a 5", groups: "a complete-group 6", names: "secret/a/01",
			doubt: `the group "a" has 6 points, and its tests have 5 together`},
		{name: "not a number", tests: "t - many", names: "secret/01", doubt: "want points, a number that is not negative"},
		{name: "less than nothing", tests: "t - -1", names: "secret/01", doubt: "want points, a number that is not negative"},
		{name: "of no group", tests: "t - 5,t a 5", groups: "a complete-group 5", names: "secret/01 secret/a/02",
			doubt: "test 1 has points and no group"},
		{name: "an unknown dependency", tests: "t a 5", groups: "a complete-group 5 z", names: "secret/a/01",
			doubt: `there is no group "z"`},
		{name: "a circle", tests: "t a 5,t b 5", groups: "a complete-group 5 b,b complete-group 5 a",
			names: "secret/a/01 secret/b/02", doubt: "depends on itself"},
		{name: "a dependency on each test", tests: "t a 5,t b 5", groups: "a each-test 5,b complete-group 5 a",
			names: "secret/a/01 secret/b/02", doubt: "nothing says when such a group is passed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, err := Parse("p.xml", []byte(problemXML("", tests(c.tests)+"\n"+groups(c.groups), "")))
			judgetest.Check(t, err)
			got := k.Arrange()
			if diff := cmp.Diff(strings.Fields(c.names), got.Names); diff != "" {
				t.Error(diff)
			}
			doubt := fmt.Sprint(got.Doubt)
			if (got.Doubt != nil) != (c.doubt != "") || !strings.Contains(doubt, c.doubt) ||
				got.Doubt != nil && !strings.HasPrefix(doubt, "p.xml:") {
				t.Errorf("want the doubt %q, got %q", c.doubt, doubt)
			}
			if (got.Scheme != nil) != (c.scores != nil) {
				t.Fatalf("the scheme is %v", got.Scheme)
			}
			for accepted, want := range c.scores {
				if total := totalOf(t, got, strings.Fields(accepted)); total != want {
					t.Errorf("with %s accepted: got %s, want %s", accepted, total, want)
				}
			}
		})
	}
}

// totalOf returns the score with these tests accepted, and the others wrong or left out.
func totalOf(t *testing.T, a Arranged, accepted []string) string {
	var all []score.Test
	for i, name := range a.Names {
		one := score.Test{Name: name, Verdict: "WA"}
		for _, number := range accepted {
			if number == fmt.Sprint(i+1) {
				one.Verdict = score.Accepted
			}
		}
		var err error
		one.Score, one.From, err = a.Scheme.Rule(name).Score(one.Verdict == score.Accepted, nil)
		judgetest.Check(t, err)
		all = append(all, one)
	}
	outcome := a.Scheme.Outcome(all)
	if outcome.Failure != "" {
		t.Error(outcome.Failure)
	}
	return outcome.Whole.String()
}

// FuzzParse: what is read is within its bounds and its paths lead into the package, and errors name file and line.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "<problem/>", problemXML("", oneTest, ""),
		problemXML(`run-count="2" input-file="a" output-file="b"`, tests("s a 0,t b 5,t c 5")+
			groups("a complete-group 0,b each-test 5 a,c complete-group 5 a"), `<assets><checker name="std::a.cpp">
<source path="../a" type="cpp.g++17"/></checker><solutions><solution tag="x"><source path="a\b"/></solution></solutions></assets>`),
		"<?xml version=\"1.0\" encoding=\"utf-16\"?><problem>", "<problem><![CDATA[x]]><!-- y --></problem>",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		k, err := Parse("p.xml", text)
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "p.xml:") {
					t.Errorf("no place: %q", line)
				}
			}
			return
		}
		if len(k.Tests) == 0 || len(k.Tests) > mostTests || k.Time <= 0 || k.Memory <= 0 {
			t.Fatalf("%d tests, %v, %d bytes", len(k.Tests), k.Time, k.Memory)
		}
		paths := []string{k.Tests[0].Input, k.Tests[len(k.Tests)-1].Answer}
		for _, s := range k.Solutions {
			if path, wrong := s.Path(); wrong == "" {
				paths = append(paths, path)
			}
		}
		for _, path := range paths {
			if !filepath.IsLocal(filepath.FromSlash(path)) || strings.Contains(path, `\`) {
				t.Errorf("the path %q leads out of the package", path)
			}
		}
		a := k.Arrange()
		seen := make(map[string]bool)
		for _, name := range a.Names {
			if seen[name] || !filepath.IsLocal(name) || strings.Count(name, "/") > 2 {
				t.Errorf("the test is called %q", name)
			}
			seen[name] = true
		}
		if len(a.Names) != len(k.Tests) || a.Scheme != nil && a.Doubt != nil {
			t.Errorf("%d names of %d tests, %v", len(a.Names), len(k.Tests), a.Doubt)
		}
	})
}
