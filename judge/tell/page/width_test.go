package page

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// large has many problems, groups and tests, long names without a space, and texts in long lines.
func large(t *testing.T) grade.Results {
	long := strings.Repeat("averylongnamewithoutaspace", 6)
	r := scored(t)
	for i := range 6 {
		for j := range 5 {
			s := grade.Submission{Problem: fmt.Sprint("p", i), Name: fmt.Sprintf("%s%d", long[:30*(j+1)-15], j),
				Language: "cpp", Verdict: problem.WA, Limits: limits}
			if i == 0 {
				s.Problem = long
			}
			for k := range 60 {
				s.Tests = append(s.Tests, grade.Test{Name: fmt.Sprintf("secret/group-%d/%02d-%s", k/10, k, long),
					Verdict: problem.WA, CPU: ms, Memory: 2 << 20, Message: long + "/" + long,
					Stderr: long, InputFile: "x", Difference: "- 1 | " + long})
			}
			r.Submissions = append(r.Submissions, s)
		}
	}
	return r
}

// TestWidth: nothing on a page is wider than a window of 390 pixels, as on a phone, or of 1280. Texts and, at 1280
// pixels, tables scroll in their own boxes, and the names of submissions are visible. At 390 pixels, all cells are.
func TestWidth(t *testing.T) {
	browser := browserOf(t)
	const measure = `<script>
addEventListener("load", () => {
	for (const details of document.querySelectorAll("details")) details.open = true;
	const name = document.querySelector("tbody th").getBoundingClientRect();
	const cells = [...document.querySelectorAll("tbody td")];
	const clipped = [...document.querySelectorAll("tbody th")].filter((th) => th.scrollWidth > th.clientWidth);
	const page = document.documentElement;
	parent.postMessage([innerWidth, page.scrollWidth <= page.clientWidth, clipped.length,
		name.width > 100 && (innerWidth < 500 ? cells.every((c) => c.getBoundingClientRect().right <= innerWidth)
			: name.width < innerWidth / 2)].join(" "), "*");
});
</script></body>`
	text := write(t, Page{Results: large(t), Of: strings.Repeat("checkout", 20), Date: time.Now(),
		Input: func(string) string { return strings.Repeat("1", mostInput) }})
	text = regexp.MustCompile(`script-src &#39;sha256-[^"]*&#39;`).ReplaceAllString(
		strings.Replace(text, "</body>", measure, 1), "script-src &#39;unsafe-inline&#39;")
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, "page.html"), text)
	judgetest.Write(t, filepath.Join(dir, "frames.html"), `<!doctype html><pre id="measured"></pre>
<script>addEventListener("message", (event) => { measured.append(event.data + "\n"); });</script>
<iframe src="page.html" width="390" height="800" style="border:0"></iframe>
<iframe src="page.html" width="1280" height="800" style="border:0"></iframe>`)
	seen := browse(t, browser, filepath.Join(dir, "frames.html"))
	measured := regexp.MustCompile(`(?s)<pre id="measured">(.*?)</pre>`).FindStringSubmatch(seen)
	if measured == nil {
		t.Fatalf("nothing was measured: %.500s", seen)
	}
	for _, want := range []string{"390 true 0 true", "1280 true 0 true"} {
		if !strings.Contains(measured[1], want+"\n") {
			t.Errorf("window, whether the page fits, names that are cut off, whether the columns fit: got %q, "+
				"want %q", measured[1], want)
		}
	}
}
