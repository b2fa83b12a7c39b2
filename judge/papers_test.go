package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/solutions/solutiontest"
)

// papers are the documents whose mentions of commands and files are checked.
var papers = []string{"README.md", "bench/README.md", "solutions/README.md", "problems/README.md",
	"judge/spread/README.md", "judge/editors/README.md", "CONTRIBUTING.md", "SECURITY.md"}

// ours lists the project's solutions. The papers describe only these, so a user may add others.
var ours = solutiontest.Approaches

// texts are the papers, and the help of topics and commands with its examples.
func texts(t *testing.T) map[string]string {
	texts := make(map[string]string)
	for _, paper := range papers {
		texts[paper] = judgetest.Read(t, filepath.Join("..", paper))
	}
	for _, command := range commandsOf(newRootCommand(newApp(io.Discard, io.Discard))) {
		texts["help "+command.CommandPath()] = command.Long + "\n" + command.Example
	}
	return texts
}

// TestMentions: papers and help topics name only commands and flags that exist.
func TestMentions(t *testing.T) {
	mention := regexp.MustCompile("(?m)[`\"](judge|make) ([^`\"\n]+)[`\"]|" + // in prose
		"^(?:\\$ |  +)(judge) ([^,|<>(;#&\n]*?)(?:   .*|[|<>(;#&].*)?$") // in a line of its own
	quoted := regexp.MustCompile(`'[^']*'`)
	for place, text := range texts(t) {
		for _, m := range mention.FindAllStringSubmatch(text, -1) {
			args := strings.Fields(quoted.ReplaceAllString(m[2]+m[4], "X"))
			if m[1] == "make" {
				out, err := exec.Command("make", append([]string{"-C", "..", "-n"}, args...)...).CombinedOutput()
				if err != nil {
					t.Errorf("%s: make %s: %v\n%s", place, args, err, out)
				}
			} else if err := exists(args); err != nil {
				t.Errorf("%s: judge %s: %v", place, strings.Join(args, " "), err)
			}
		}
	}
}

// exists returns an error if there is no such command, or if one of its flags is unknown.
func exists(args []string) error {
	root := newRootCommand(newApp(io.Discard, io.Discard))
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	if len(args) > 1 && args[0] == "help" && args[1] != "topics" {
		args = args[1:]
	}
	cmd, rest, err := root.Find(args)
	switch {
	case err != nil:
		return err
	case cmd == root && len(rest) > 0 && !strings.HasPrefix(rest[0], "-"):
		return errors.New("no such command")
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(rest); err != nil && strings.Contains(err.Error(), "unknown") {
		return err
	}
	return nil
}

// TestBlocks parses each block of YAML and of shell commands in topics, examples and papers.
func TestBlocks(t *testing.T) {
	block := regexp.MustCompile("(?m)^(?:  .*\n)+|^```[a-z]*\n(?s:.*?)```")
	yamlKey := regexp.MustCompile(`^(  )?(- )?"?[a-z_0-9]+"?:( |$)`)
	command := regexp.MustCompile(`^ *\$? ?(judge|cluster|git|go|make|docker|scp|cd) `)
	remark := regexp.MustCompile(`(?m) {2,}[^ \n].*$|^ *\$ `)
	yamls, shells := 0, 0
	for place, text := range texts(t) {
		for _, found := range block.FindAllString(text, -1) {
			lines := strings.Trim(regexp.MustCompile("(?m)^```.*$").ReplaceAllString(found, ""), "\n")
			first, _, _ := strings.Cut(lines, "\n")
			switch {
			case command.MatchString(first):
				shells++
				script, more := "", false // whether the line before ends with a backslash
				for line := range strings.Lines(lines) {
					if more || command.MatchString(line) {
						line = remark.ReplaceAllString(strings.TrimSpace(line), "")
						script, more = script+line+"\n", strings.HasSuffix(line, `\`)
					}
				}
				check := exec.Command("sh", "-n")
				check.Stdin = strings.NewReader(script)
				if out, err := check.CombinedOutput(); err != nil {
					t.Errorf("%s: %s\n%s", place, out, lines)
				}
			case yamlKey.MatchString(first) &&
				!strings.Contains(lines, "\n  Unit ") && !strings.HasPrefix(first, "  judge: shard"):
				yamls++
				var any any
				if err := yaml.Unmarshal([]byte(lines), &any); err != nil {
					t.Errorf("%s: %v\n%s", place, err, lines)
				}
			}
		}
	}
	if yamls < 10 || shells < 20 {
		t.Errorf("only %d blocks of YAML and %d of a shell are found", yamls, shells)
	}
}

// TestFlags bounds the number of flags of all commands, including hidden ones, because users must learn them. A flag
// that means the same in several commands is learnt once.
func TestFlags(t *testing.T) {
	// 4 for --class and its --csv, --sanitize, and --slow; 6 for the way through the browser: --send, --wait and --yes,
	// --result, and its --time and --memory
	const most = 80 + 4 + 6
	var all []string
	seen := make(map[string]bool)
	for _, command := range commandsOf(newRootCommand(newApp(io.Discard, io.Discard))) {
		command.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			meaning := flag.Name + ": " + flag.Usage
			if flag.Name != "help" && !strings.HasPrefix(command.CommandPath(), "judge completion") && !seen[meaning] {
				seen[meaning] = true
				all = append(all, command.Name()+" --"+flag.Name)
			}
			if flag.Name == "jobs" && flag.DefValue != fmt.Sprint(defaultJobs()) {
				t.Errorf("%s has %s jobs by default, want %d", command.Name(), flag.DefValue, defaultJobs())
			}
		})
	}
	if len(all) > most {
		t.Errorf("%d flags, and at most %d are wanted:\n%s", len(all), most, strings.Join(all, "\n"))
	}
}

// TestLinks: the files and folders that the papers link to, or name in their prose, exist.
func TestLinks(t *testing.T) {
	links := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	named := regexp.MustCompile("`((?:judge|problems|solutions|testdata|bench|\\.ci)/[^` <>*]*)`")
	for _, paper := range papers {
		text := judgetest.Read(t, filepath.Join("..", paper))
		var paths []string
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			paths = append(paths, filepath.Join(filepath.Dir(paper), m[1]))
		}
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			paths = append(paths, m[1])
		}
		if len(paths) == 0 {
			t.Errorf("%s names no file", paper)
		}
		for _, path := range paths {
			if _, err := os.Stat(filepath.Join("..", path)); err != nil {
				t.Errorf("%s: %v", paper, err)
			}
		}
	}
}

// TestReadmeProse: no document repeats a measured figure in its prose, where it could contradict a regenerated table.
// The section of bench/README.md on the limits of a comparison may, because it is dated and names its commits.
func TestReadmeProse(t *testing.T) {
	figure := regexp.MustCompile(`\b[0-9][0-9.]*( ?(ns|µs|ms)\b| times (as|faster|slower)\b|×(\W|$))`)
	for _, paper := range []string{"README.md", "solutions/README.md", "bench/README.md"} {
		text, _, _ := strings.Cut(judgetest.Read(t, filepath.Join("..", paper)), "\n## How far a comparison can be ")
		code := false
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			if !code && !strings.HasPrefix(line, "|") && figure.MatchString(line) {
				t.Errorf("%s repeats a figure; point to its table: %s", paper, line)
			}
		}
	}
}

// takes reports whether a judge accepts a source of that language and size. The answer is "yes" with the unverified
// facts, or the reason against.
func takes(judge problem.OnlineJudge, language string, bytes int64) (answer string, ok bool) {
	switch {
	case len(judge.Languages) > 0 && !slices.Contains(judge.Languages, language):
		return "no: no " + language, false
	case bytes < judge.Source.Min || judge.Source.Max > 0 && bytes > judge.Source.Max:
		return "no: size", false
	}
	answer = "yes"
	for _, fact := range []string{language, "source"} {
		if slices.Contains(judge.Unverified, fact) {
			answer += ", " + fact
		}
	}
	if len(judge.Languages) == 0 || judge.Source.Max == 0 {
		answer += ", not all rules known"
	}
	return strings.Replace(answer, "yes, ", "yes; unverified: ", 1), true
}

// TestSolutionsTable: for each solution that its judge takes, the table of solutions/README.md shows the rules that
// judge submit checks without a run. Each problem has such a dlx and bits solution. With -update, it is rewritten.
func TestSolutionsTable(t *testing.T) {
	set, err := problem.Load(problem.Tree(".."), nil)
	judgetest.Check(t, err)
	var table strings.Builder
	table.WriteString("| solution | judge | language | lines | bytes with CRLF | may be | taken |\n")
	table.WriteString("|---|---|---|---:|---:|---:|---|\n")
	for _, p := range set.Problems {
		taken := map[string]bool{} // by the approach without its suffix, such as -cpp
		for _, s := range p.Submissions {
			if !s.Solution || !slices.Contains(ours[p.Name], s.Name) {
				continue
			}
			source, err := os.ReadFile(filepath.Join(s.Dir, s.Files[0]))
			judgetest.Check(t, err)
			language, err := compile.LanguageOf(s.Source)
			judgetest.Check(t, err)
			answer, ok := takes(p.Judge, language.Display, submit.Size(source))
			if !ok {
				continue
			}
			approach, _, _ := strings.Cut(s.Name, "-")
			taken[approach] = true
			fmt.Fprintf(&table, "| `%s/%s` | %s | %s | %d | %d | %s | %s |\n", p.Name, s.Name, p.Judge.Name,
				language.Display,
				strings.Count(string(source), "\n"), submit.Size(source), submit.Sizes(p.Judge), answer)
		}
		for _, approach := range []string{"dlx", "bits"} {
			if ours[p.Name] != nil && !taken[approach] {
				t.Errorf("%s takes no %s of %s", p.Judge.Name, approach, p.Name)
			}
		}
	}
	const path = "../solutions/README.md"
	text := judgetest.Read(t, path)
	before, rest, found := strings.Cut(text, "| solution |")
	rows := strings.Index(rest, "\n\n")
	if !found || rows < 0 {
		t.Fatalf("%s has no table of solutions with text below it", path)
	}
	shown, after := "| solution |"+rest[:rows+1], rest[rows+1:]
	switch diff := cmp.Diff(shown, table.String()); {
	case diff == "":
	case *judgetest.Update:
		judgetest.Write(t, path, before+table.String()+after)
	default:
		t.Errorf("%s (-shown +now); write it again with -update:\n%s", path, diff)
	}
}

// TestEditors: the problem matcher for VS Code finds the places in what judge test prints, and the other files parse.
func TestEditors(t *testing.T) {
	var tasks struct {
		Tasks []struct {
			ProblemMatcher []struct{ Pattern struct{ Regexp string } }
		}
	}
	judgetest.Check(t, json.Unmarshal([]byte(judgetest.Read(t, "editors/vscode-tasks.json")), &tasks))
	for i, row := range []struct {
		printed string
		want    []string
	}{
		{"      a.cpp:1:12: error: expected '}' at end", []string{"a.cpp", "1", "12", "error", "expected '}' at end"}},
		{"  ✖ sum/a.cpp  WA    0/1  0.002s  3.3 MiB  at 1", []string{"sum/a.cpp", "WA    0/1  0.002s  3.3 MiB  at 1"}},
	} {
		pattern := regexp.MustCompile(tasks.Tasks[0].ProblemMatcher[i].Pattern.Regexp)
		if got := pattern.FindStringSubmatch(row.printed); len(got) == 0 || !slices.Equal(got[1:], row.want) {
			t.Errorf("%q: %q, want %q", row.printed, got, row.want)
		}
	}
	var any any
	judgetest.Check(t, json.Unmarshal([]byte(judgetest.Read(t, "editors/zed-tasks.json")), &any))
}
