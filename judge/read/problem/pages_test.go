package problem

import "testing"

// TestJudgeOf: the pages of the project's own judges, as browsers show their addresses.
func TestJudgeOf(t *testing.T) {
	judges, err := Judges(Tree("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ address, judge, id string }{
		{"http://poj.org/problem?id=3074", "poj", "3074"},
		{"http://poj.org/problem?lang=zh-CN&id=3074", "poj", "3074"},
		{"https://www.POJ.org:443/problem?id=3074", "poj", "3074"},
		{"http://poj.org/problemlist", "poj", ""},
		{"https://acm.hdu.edu.cn/showproblem.php?pid=5046", "hdu", "5046"},
		{"https://acm.hdu.edu.cn/contests/contest_showproblem.php?pid=1001&cid=1", "hdu", ""},
		{"https://www.spoj.com/problems/NQUEEN/", "spoj", "NQUEEN"},
		{"https://www.spoj.com/problems/NQUEEN", "spoj", "NQUEEN"},
		{"https://www.spoj.com/problems/classical/sort=1", "spoj", ""},
		{"https://zoj.pintia.cn/problem-sets/91827364500/problems/91827367537", "zoj", "91827367537"},
		{"https://codeforces.com/problemset/problem/954/G", "codeforces", ""},
		{"https://atcoder.jp/contests/abc086/tasks/abc086_a", "atcoder", ""},
		{"https://open.kattis.com/problems/hello", "kattis", "hello"},
		{"https://www.luogu.com.cn/problem/P1001", "luogu", "P1001"},
		{"https://cses.fi/problemset/task/1068", "cses", "1068"},
		{"https://cses.fi/problemset/", "cses", ""},
		{"https://example.com/problems/hello", "", ""},
		{"http://poj.org.example.com/problem?id=1", "", ""},
		{"poj.org/problem?id=1", "", ""},
		{"http://[::1", "", ""},
		{"", "", ""},
	} {
		judge, id, ok := JudgeOf(judges, c.address)
		if judge.Key != c.judge || id != c.id || ok != (c.judge != "") {
			t.Errorf("%s: judge %q, id %q, want %q and %q", c.address, judge.Key, id, c.judge, c.id)
		}
		if c.id != "" {
			if _, again, _ := JudgeOf(judges, judge.PageOf(id)); again != id {
				t.Errorf("%s: the page %s has the id %q", c.address, judge.PageOf(id), again)
			}
		}
	}
}
