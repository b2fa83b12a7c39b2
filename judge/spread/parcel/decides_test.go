package parcel

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/cache"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/shard"
)

// change is a change to a file of a package in testdata/decides.txtar, and its effects.
type change struct {
	old, new string // in the file
	travels  bool   // whether a worker gets the file
	again    string // a pattern of the submissions and tests that are run again: "accepted/parts secret/easy/1"
}

var changesOfRich = map[string]change{
	"problem.yaml":                        {"time_limit: 5", "time_limit: 6", true, "."},
	"judge.yaml":                          {"1", "2", true, ""},
	"judges.yaml":                         {"exact", "trailing", true, "."},
	"common/above.h":                      {"1", "2", true, "."},
	"output_validator/check.c":            {"return 42", "return 41 + ABOVE", true, "."},
	"output_validator/part/inner.h":       {"0", "1", true, "."},
	"input_validators/range.c":            {"42", "40 + 2", true, ""},
	"include/c/given.h":                   {"0", "0L", true, "."},
	"data/sample/1.in":                    {"1", "2", true, "sample/1"},
	"data/sample/1.ans":                   {"1", "2", true, "sample/1"},
	"data/sample/1.yaml":                  {"[x]", "[y]", true, "sample/1"},
	"data/sample/1.files/deep/one.txt":    {"one", "two", true, "sample/1"},
	"data/sample/1.in.statement":          {"shown", "another", false, ""},
	"data/secret/test_group.yaml":         {"0", "1", true, ""}, // the score of a group is added up afterwards
	"data/secret/easy/test_group.yaml":    {"[a]", "[b]", true, "secret/easy"},
	"data/secret/easy/1.in":               {"2", "3", true, "secret/easy"},
	"data/secret/easy/1.ans":              {"2", "3", true, "secret/easy"},
	"data/secret/easy/1.png":              {"a", "another", false, ""},
	"data/secret/hard/test_group.yaml":    {"60", "59", true, ""},
	"data/secret/hard/1.in":               {"3", "4", true, "secret/hard"},
	"data/secret/hard/1.ans":              {"3", "4", true, "secret/hard"},
	"data/invalid_input/no.in":            {"of", "for", false, ""},
	"submissions/submissions.yaml":        {"[WA]", "[WA, RTE]", true, ""},
	"submissions/accepted/parts/start.c":  {"0", "1", true, "parts"},
	"submissions/accepted/parts/other.h":  {"0", "1", true, "parts"},
	"submissions/accepted/parts/t/able":   {"1", "2", true, "parts"},
	"submissions/wrong_answer/one.c":      {"0", "1", true, "one"},
	"submissions/rejected/nobody.c":       {"0", "1", false, ""}, // it was not selected
	"statement/problem.en.md":             {"Print", "Show", false, ""},
	"solution/solution.en.md":             {"It", "This", false, ""},
	"attachments/tool.c":                  {"of", "for", false, ""},
	"generators/random.c":                 {"0", "1", false, ""},
	"README.md":                           {"people", "everyone", false, ""},
	"results.json":                        {"{}", "[]", false, ""},
	"output_validator/__pycache__/c.pyc":  {"of", "for", false, ""},
	"data/secret/easy/.1.in.swp":          {"an", "another", false, ""},
	"data/secret/hard/" + badName + ".in": {"9", "8", false, ""},
}

// changesOfGraded are the changes in a package with its own grader. The grader's results are not cached.
var changesOfGraded = map[string]change{
	"problem.yaml":                  {"time_limit: 5", "time_limit: 6", true, "."},
	"graders/parts/grade.c":         {"40", "41", true, ""},
	"graders/parts/inner.h":         {"0", "1", true, ""},
	"data/testdata.yaml":            {"0 100", "0 99", true, ""},
	"data/secret/testdata.yaml":     {"strict", "loose", true, ""},
	"data/secret/1.in":              {"1", "2", true, "."},
	"data/secret/1.ans":             {"1", "2", true, "."},
	"submissions/accepted/one.c":    {"1", "2", true, "."},
	"submissions/accepted/nobody.c": {"0", "1", false, ""}, // it was not selected
}

const badName = "not a name" // the format ignores it

// TestDecides changes each file of a package. If a worker gets the file, the shard's digest changes too, and the
// affected tests run again.
func TestDecides(t *testing.T) {
	judgetest.Need(t, "gcc")
	dir := t.TempDir()
	judgetest.Unpack(t, dir, judgetest.Read(t, "testdata/decides.txtar"))
	t.Run("graded", func(t *testing.T) {
		decides(t, filepath.Join(dir, "graded"), changesOfGraded, []string{"accepted/one.c secret/1"})
	})
	root := filepath.Join(dir, "rich")
	digest, judge := decides(t, root, changesOfRich, allTests)
	judgetest.Check(t, os.Chmod(filepath.Join(root, "submissions/accepted/parts/t/able"), 0o755))
	if _, otherDigest, rerun := judge(); otherDigest == digest || !rerun[allTests[0]] || rerun[allTests[3]] {
		t.Errorf("a file was made executable: the shard's digest changes: %v, and these are run again: %v",
			otherDigest != digest, rerun)
	}
}

// decides changes each file of the package in root. It returns the digest of the shards, and a function that judges
// again.
func decides(t *testing.T, root string, changes map[string]change,
	allTests []string) (digest string, judge func() (packed, digest string, ran map[string]bool)) {
	t.Helper()
	judge = judging(t, root)
	judge()
	packed, digest, rerun := judge()
	if len(rerun) > 0 {
		t.Fatalf("run again although nothing has changed: %v", rerun)
	}
	judgetest.Check(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(root, path)
		change, known := changes[name]
		text := judgetest.Read(t, path)
		changed := strings.Replace(text, change.old, change.new, 1)
		if !known || changed == text {
			t.Errorf("%s: this test does not change it", name)
			return nil
		}
		judgetest.Write(t, path, changed)
		otherPacked, otherDigest, rerun := judge()
		if travels := otherPacked != packed; travels != change.travels {
			t.Errorf("%s: a worker gets it: %v", name, travels)
		}
		if (otherDigest != digest) != change.travels {
			t.Errorf("%s: the shard's digest changes: %v", name, otherDigest != digest)
		}
		want := regexp.MustCompile(change.again)
		for _, test := range allTests {
			if rerun[test] != (change.again != "" && want.MatchString(test)) {
				t.Errorf("%s: %s is run again: %v", name, test, rerun[test])
			}
		}
		judgetest.Write(t, path, text)
		return nil
	}))
	return digest, judge
}

// allTests returns the tests of the submissions whose results are kept.
var allTests = []string{
	"accepted/parts sample/1", "accepted/parts secret/easy/1", "accepted/parts secret/hard/1",
	"wrong_answer/one.c sample/1", "wrong_answer/one.c secret/easy/1", "wrong_answer/one.c secret/hard/1",
}

// judging returns a function that judges the submissions of the package in root, except nobody.c. The function returns
// the digests of the parcel and of the shards, and the submissions and tests that were run.
func judging(t *testing.T, root string) func() (packed, digest string, ran map[string]bool) {
	box, err := backend.Open(t.Context(), sandbox.Options{Backend: "portable"})
	judgetest.Check(t, err)
	t.Cleanup(func() { box.Close() })
	programs, err := compile.OpenCache("", box)
	judgetest.Check(t, err)
	t.Cleanup(func() { programs.Close() })
	o := grade.Options{Jobs: 1, Sandbox: box, Cache: programs,
		CachedResults: &grade.CachedResults{Folder: cache.OpenFolder(t.TempDir()), Setting: "this machine"}}
	return func() (string, string, map[string]bool) {
		t.Helper()
		roots := problem.Package(root)
		p := load(t, roots, filepath.Base(root))
		var entries []grade.Entry
		var submissions []problem.Submission
		for _, s := range p.Submissions {
			if filepath.Base(s.Name) != "nobody.c" {
				entries = append(entries, grade.Entry{Problem: p, Submission: s, Tests: p.Tests})
				submissions = append(submissions, s)
			}
		}
		parcel, err := Pack(t.Context(), roots, p, submissions)
		judgetest.Check(t, err)
		digest, err := shard.Digest(t.Context(), entries)
		judgetest.Check(t, err)
		results, err := grade.Judge(t.Context(), entries, o)
		judgetest.Check(t, err)
		ran := make(map[string]bool)
		for _, s := range results.Submissions {
			if s.Verdict == problem.JE || s.Verdict == problem.CE || s.Unjudged || len(s.Tests) != len(p.Tests) {
				t.Fatalf("%s: %s %s", s.Name, s.Verdict, s.Message)
			}
			for _, test := range s.Tests {
				if !test.Cached {
					ran[s.Name+" "+test.Name] = true
				}
			}
		}
		return parcel.Digest(), digest, ran
	}
}
