package page

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestScript sorts and filters the page in a browser. A second script acts as a reader and records what is visible.
func TestScript(t *testing.T) {
	browser := browserOf(t)
	const acts = `<script>
const log = [];
const visible = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
const see = (what) => log.push(what + ": " + visible("tbody tr").map((row) => row.dataset.name).join(" ") + " | " +
	visible("#failures details").length + " | " + document.getElementById("shown").value + " | " + location.hash);
const act = (id, key, value, event) => {
	const field = document.getElementById(id);
	field[key] = value;
	field.dispatchEvent(new Event(event));
};
see("first");
act("sort", "value", "time", "change"); see("by time");
act("sort", "value", "name", "change"); see("by name");
const heading = (name) => document.querySelector("th[data-sort=" + name + "] button");
const states = () => [...document.querySelectorAll("section:first-child th[data-sort]")].map((th) => th.ariaSort).join(" ");
heading("time").focus(); document.activeElement.click(); see("by heading, " + states());
document.activeElement.click(); see("other way, " + states());
act("sort", "value", "name", "change");
act("filter", "value", "one/ go", "input"); see("filtered");
act("filter", "value", "", "input"); act("unexpected", "checked", true, "change"); see("unexpected");
act("filter", "value", "<b>", "input"); see("nothing");
location.hash = "#filter=two&sort=toString";
addEventListener("hashchange", () => {
	if (log.length === 8) { see("address"); location.hash = "#f1"; return; }
	log.push("link: " + document.getElementById("f1").open);
	const out = document.createElement("pre");
	out.id = "log";
	out.textContent = log.join("\n");
	document.body.append(out);
});
</script></body>`
	text := strings.Replace(write(t, Page{Results: results(), Input: Beginning}), "</body>", acts, 1)
	text = regexp.MustCompile(`script-src &#39;sha256-[^"]*&#39;`).ReplaceAllString(text,
		"script-src &#39;unsafe-inline&#39;")
	path := filepath.Join(t.TempDir(), "page.html")
	judgetest.Write(t, path, text)
	seen := browse(t, browser, path)
	got := regexp.MustCompile(`(?s)<pre id="log">(.*?)</pre>`).FindStringSubmatch(seen)
	want := strings.Join([]string{
		"first: one/quick one/wrong one/slow two/broken | 3 | 4 of 4 submissions | ",
		"by time: one/slow one/quick one/wrong two/broken | 3 | 4 of 4 submissions | #sort=time",
		"by name: one/quick one/slow one/wrong two/broken | 3 | 4 of 4 submissions | #sort=name",
		"by heading, none none none descending none: one/slow one/quick one/wrong two/broken | 3 | 4 of 4 submissions | " +
			"#sort=time",
		"other way, none none none ascending none: one/wrong one/quick one/slow two/broken | 3 | 4 of 4 submissions | " +
			"#sort=-time",
		"filtered: one/quick one/slow | 1 | 2 of 4 submissions | #filter=one%2F+go&amp;sort=name",
		"unexpected: one/wrong two/broken | 2 | 2 of 4 submissions | #sort=name&amp;unexpected=1",
		"nothing:  | 0 | 0 of 4 submissions | #filter=%3Cb%3E&amp;sort=name&amp;unexpected=1",
		"address: two/broken | 1 | 1 of 4 submissions | #filter=two&amp;sort=toString",
		"link: true",
	}, "\n")
	if got == nil || got[1] != want {
		t.Errorf("got %q\nwant %q\nin %d bytes", got, want, len(seen))
	}
	// In the unchanged page, the policy lets only the page's own script run.
	text = strings.Replace(write(t, Page{Results: results()}), "</body>",
		`<script>document.title = "foreign"</script></body>`, 1)
	judgetest.Write(t, path, text)
	seen = browse(t, browser, path+"#filter=quick&sort=score")
	hidden := regexp.MustCompile(`data-name="one/wrong" data-verdict="WA" [^>]* class="unexpected" hidden="`)
	if !hidden.MatchString(seen) || strings.Contains(seen, "<title>foreign") {
		t.Error("the page's own script did not run, or another one did")
	}
}

// TestScriptScores sorts by score: the highest first; missing or unknown scores last.
func TestScriptScores(t *testing.T) {
	browser := browserOf(t)
	path := filepath.Join(t.TempDir(), "page.html")
	judgetest.Write(t, path, write(t, Page{Results: scored(t)}))
	var got []string
	names := regexp.MustCompile(`data-name="(marks/[^"]*)" data-verdict="[^"]*" data-accepted`)
	for _, name := range names.FindAllStringSubmatch(browse(t, browser, path+"#sort=score"), -1) {
		got = append(got, name[1])
	}
	want := []string{"marks/endless", "marks/all", "marks/part", "marks/none", "marks/unknown", "marks/broken"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// browserOf returns a headless browser on the PATH.
func browserOf(t *testing.T) string {
	t.Helper()
	judgetest.Long(t, "it starts a browser")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("needs Chromium, for example by: apt-get install chromium")
	return ""
}

// browse returns the page after its scripts have run.
func browse(t *testing.T, browser, path string) string {
	t.Helper()
	cmd := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-dev-shm-usage",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=5000", "--dump-dom", "file://"+path)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", browser, err, stderr.String())
	}
	return string(out)
}
