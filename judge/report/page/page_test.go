package page

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/check"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/judgetest"
	"dlxjudge/judge/problem"
)

// results has two problems, an unexpected verdict, and a test that was stopped.
func results() grade.Results {
	test := func(name string, v problem.Verdict, cpu time.Duration) grade.Test {
		return grade.Test{Name: name, Verdict: v, Expected: true, CPU: cpu, Memory: 2 << 20, InputFile: name + ".in"}
	}
	wrong := test("secret/easy/1", problem.WA, 2*time.Millisecond)
	wrong.Expected, wrong.Message, wrong.Stderr = false, "line 1, token 1: want 2, got 1", "so far so good\n"
	wrong.Difference = &check.Difference{Window: "- 1 | 2\n+ 1 | 1\n"}
	late := test("secret/easy/1", problem.TLE, time.Second)
	late.Stopped, late.Message = true, "stopped after 1 s, limit 1 s"
	program := func(p, name, language string, v problem.Verdict, expected bool, tests ...grade.Test) grade.Submission {
		return grade.Submission{Problem: p, Name: name, Language: language, Verdict: v, Expected: expected, Limit: time.Second, Memory: 64 << 20, Tests: tests}
	}
	return grade.Results{Backend: "linux", Jobs: 1, Elapsed: 1500 * time.Millisecond, Commit: "0123456789abcdef", Submissions: []grade.Submission{
		program("one", "quick", "go", problem.AC, true, test("sample/1", problem.AC, time.Millisecond), test("secret/easy/1", problem.AC, 3*time.Millisecond)),
		program("one", "wrong", "cpp", problem.WA, false, test("sample/1", problem.AC, time.Millisecond), wrong),
		program("one", "slow", "go", problem.TLE, true, test("sample/1", problem.AC, 30*time.Millisecond), late, grade.Test{Name: "secret/hard/1", Expected: true, Message: "skipped"}),
		{Problem: "two", Name: "broken", Language: "c", Verdict: problem.CE, Message: "main.c:1:1: error"},
	}}
}

func write(t *testing.T, p Page) string {
	t.Helper()
	var out bytes.Buffer
	judgetest.Check(t, p.Write(&out))
	return out.String()
}

// TestPage: the page of a few results, without its style and its script.
func TestPage(t *testing.T) {
	text := write(t, Page{Results: results(), Input: func(path string) string { return "the input " + path }, Charts: []Chart{{"A chart", []byte("<svg/>")}}})
	text = strings.Replace(strings.Replace(text, style, "…", 1), script, "…", 1)
	text = regexp.MustCompile(`sha256-[^&"]+`).ReplaceAllString(text, "sha256-…") // that it is the script's, TestScript shows
	judgetest.Golden(t, "testdata/page.html", text)
}

// TestHostile: what programs, packages and records say is text, and no script runs but the page's own.
func TestHostile(t *testing.T) {
	const evil = `</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>"'` + "\x1b[2J\u202e`${x}"
	r := grade.Results{Backend: evil, Commit: evil, Submissions: []grade.Submission{{Problem: evil, Name: evil, Language: evil, Message: evil, Verdict: evil, Tests: []grade.Test{
		{Name: evil, Verdict: evil, Message: evil, Stderr: evil, InputFile: evil, Difference: &check.Difference{Window: evil}},
	}}}}
	text := write(t, Page{Results: r, Input: func(string) string { return evil }, Charts: []Chart{{evil, []byte(evil)}}})
	if strings.Count(text, "<script") != 1 || strings.Contains(text, "<img src=x") || strings.ContainsAny(text, "\x1b\u202e") {
		t.Error("something is not escaped")
	}
	if !strings.Contains(text, "&lt;script&gt;alert(1)") {
		t.Error("what was said is not shown")
	}
}

// TestSmall: however much went wrong, the page stays below a megabyte and says what it leaves out.
func TestSmall(t *testing.T) {
	var r grade.Results
	for i := range 100 {
		s := grade.Submission{Problem: "p", Name: fmt.Sprint("s", i), Verdict: problem.WA, Limit: time.Second}
		for j := range 30 {
			s.Tests = append(s.Tests, grade.Test{Name: fmt.Sprintf("secret/group/%02d", j), Verdict: problem.WA, Message: strings.Repeat("<", 1e5), Stderr: strings.Repeat("<", 1e5), InputFile: "x"})
		}
		r.Submissions = append(r.Submissions, s)
	}
	text := write(t, Page{Results: r, Input: func(string) string { return strings.Repeat("<", mostInput) }})
	if len(text) > 1<<20 || !regexp.MustCompile(`\d+ more are left out`).MatchString(text) {
		t.Errorf("%d bytes", len(text))
	}
}

func TestBeginning(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1.in")
	judgetest.Write(t, path, strings.Repeat("1\n", 25)+"\x1b")
	if got, want := Beginning(path), strings.Repeat("1\n", 20)+"…"; got != want {
		t.Errorf("got %q", got)
	}
	judgetest.Write(t, path, strings.Repeat("x", 1000))
	if got := Beginning(path); got != strings.Repeat("x", mostInput)+" …" {
		t.Errorf("got %q", got)
	}
	if got := Beginning(path + "x"); got != "" {
		t.Errorf("got %q", got)
	}
}

// TestScript sorts and filters the page in a browser. A second script acts as a reader does and writes down what is to be seen.
func TestScript(t *testing.T) {
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && browser == "" {
			browser = path
		}
	}
	if browser == "" {
		t.Skip("needs Chromium, for example by: apt-get install chromium")
	}
	const acts = `<script>
const said = [];
const see = (what) => said.push(what + ": " + [...document.querySelectorAll("tbody tr")].filter((row) => row.checkVisibility()).map((row) => row.dataset.name).join(" ") +
	" | " + [...document.querySelectorAll("#failures details")].filter((failure) => failure.checkVisibility()).length + " | " + document.getElementById("shown").value + " | " + location.hash);
const act = (id, key, value, event) => { const field = document.getElementById(id); field[key] = value; field.dispatchEvent(new Event(event)); };
see("first");
act("sort", "value", "time", "change"); see("by time");
act("sort", "value", "name", "change"); see("by name");
act("filter", "value", "one/ go", "input"); see("filtered");
act("filter", "value", "", "input"); act("unexpected", "checked", true, "change"); see("unexpected");
act("filter", "value", "<b>", "input"); see("nothing");
location.hash = "#filter=two&sort=toString";
addEventListener("hashchange", () => {
	if (said.length === 6) { see("address"); location.hash = "#f1"; return; }
	said.push("link: " + document.getElementById("f1").open);
	const out = document.createElement("pre"); out.id = "said"; out.textContent = said.join("\n"); document.body.append(out);
});
</script></body>`
	text := strings.Replace(write(t, Page{Results: results(), Input: Beginning}), "</body>", acts, 1)
	text = regexp.MustCompile(`script-src &#39;sha256-[^"]*&#39;`).ReplaceAllString(text, "script-src &#39;unsafe-inline&#39;")
	path := filepath.Join(t.TempDir(), "page.html")
	judgetest.Write(t, path, text)
	seen := browse(t, browser, path)
	got := regexp.MustCompile(`(?s)<pre id="said">(.*?)</pre>`).FindStringSubmatch(seen)
	want := strings.Join([]string{
		"first: one/quick one/wrong one/slow two/broken | 3 | 4 of 4 submissions | ",
		"by time: one/slow one/quick one/wrong two/broken | 3 | 4 of 4 submissions | #sort=time",
		"by name: one/quick one/slow one/wrong two/broken | 3 | 4 of 4 submissions | #sort=name",
		"filtered: one/quick one/slow | 0 | 2 of 4 submissions | #filter=one%2F+go&amp;sort=name",
		"unexpected: one/wrong two/broken | 2 | 2 of 4 submissions | #sort=name&amp;unexpected=1",
		"nothing:  | 0 | 0 of 4 submissions | #filter=%3Cb%3E&amp;sort=name&amp;unexpected=1",
		"address: two/broken | 1 | 1 of 4 submissions | #filter=two&amp;sort=toString",
		"link: true",
	}, "\n")
	if got == nil || got[1] != want {
		t.Errorf("got %q\nwant %q\nin %d bytes", got, want, len(seen))
	}
	// The page as it is written: its policy lets its script run, and no other.
	text = strings.Replace(write(t, Page{Results: results()}), "</body>", `<script>document.title = "foreign"</script></body>`, 1)
	judgetest.Write(t, path, text)
	seen = browse(t, browser, path+"#filter=quick")
	if !strings.Contains(seen, `data-name="one/wrong" data-verdict="WA" data-accepted="1" data-time="0.002" data-memory="2097152" data-language="cpp" class="unexpected" hidden="`) || strings.Contains(seen, "<title>foreign") {
		t.Error("the page's own script did not run, or another one did")
	}
}

// browse is the page after its scripts have run.
func browse(t *testing.T, browser, path string) string {
	t.Helper()
	cmd := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=5000", "--dump-dom", "file://"+path)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", browser, err, said.String())
	}
	return string(out)
}
