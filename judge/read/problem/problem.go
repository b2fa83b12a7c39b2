// Package problem reads problems, with their tests and submissions, from disk into plain values.
//
// It reads the three trees of this repository (problems/, testdata/, solutions/) or packages. A package is in the
// Problem Package Format 2025-09, with the same files under other roots, in one of the formats legacy and legacy-icpc,
// or in that of Codeforces Polygon. All formats become the same Problem. It never runs, builds or judges anything.
//
//	set, err := problem.Load(problem.Tree("."))
//	for _, p := range set.Problems { … p.Tests, p.Submissions … }
//
// Format: https://www.kattis.com/problem-package-format/spec/2025-09.html
package problem

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/read/tree"
)

// Problem is a problem, with everything needed to judge a submission to it.
type Problem struct {
	Name        string            // short name, the name of its folder: "poj3074"
	Format      string            // of its package: "2025-09", "legacy", "legacy-icpc", "polygon"
	Title       string            // name in problem.yaml, in English if there is one
	Titles      map[string]string // name in problem.yaml by language code: {"en": "Sudoku"}
	UUID        string            // "" if problem.yaml has none
	License     string            // "" if problem.yaml has none
	About       About             // what else problem.yaml says for people, and which limits it gives
	Dir         string            // the folder of problem.yaml
	DataDir     string            // the folder that holds sample/ and secret/
	Limits      Limits
	Interactive bool // the checker talks with the submission while both run
	MultiPass   bool // the checker can have the submission run again on a test, at most Limits.Passes times in all
	// the files in its working folder that a submission reads and writes instead of standard input and output, or ""
	InputFile, OutputFile string

	FileWriting bool // whether submissions may write files in their working folder: allow_file_writing
	Judge       OnlineJudge
	Tests       []Test // sample first, then secret, each in lexicographical order of their names
	Submissions []Submission
	Checkers    []Source // output validators, which must all accept; nil for the default checker
	Grader      *Source  // a legacy package's own grader, which combines results; nil if no group uses one
	// the checker of what the interactor wrote, used if the interactor accepts; nil if Checkers judge alone
	Final           *Source
	InputValidators []Source // in order of their names
	Expectations    []Expectation
	// by approach: the name of its search function; missing if that is "search"; "none" if its nodes cannot be compared
	Search   map[string]string
	Intended []Mark       // findings of judge validate that are intended
	Scoring  score.Scheme // how a scoring problem's tests are scored; nil for a pass-fail problem
	Warnings []error      // mistakes that were tolerated, such as files that were ignored
	Refused  error        // why a package in a folder of packages cannot be judged; its only submission says so
	LeftOut  []error      // the warnings about links out of the package, which are not followed
	Faults   []error      // the warnings that would be errors in a checkout's own problem

	SubmitAnswer bool      // submissions are outputs instead of programs
	Constants    Constants // values of {{n}} and the like in files of the package
	Unjudged     []string  // features of the problem that cannot be judged yet: "a static validator"

	said        map[string]bool
	scored      bool // whether it is of the type scoring
	unversioned bool // its problem.yaml does not say which format it is in

	at      layout
	index   *tree.Tree
	include string // the folder with files that are added to submissions; "" for none
	pack    string // the folder that the package was read from; "" in a checkout
	older   older
	dialect
}

// Limits are the limits of problem.yaml, or the format's defaults.
type Limits struct {
	Time        time.Duration // CPU time, user and system, of one test; 0 if the package gives none
	Resolution  time.Duration // the time limit is a multiple of this
	Multipliers Multipliers   // for working out a time limit
	Memory      int64         // bytes
	Output      int64         // bytes: standard output, standard error and files that are written, together
	Code        int64         // bytes of the submitted files; 0 for no limit
	Passes      int           // most runs of a submission on one test; 0 unless the problem is multi-pass
	Validation  ToolLimits    // of a validator or a checker on one test
	Compilation ToolLimits    // of a compiler; zero values mean those of DefaultCompilation
}

// Multipliers are minimum ratios, in thousandths.
type Multipliers struct {
	FromAccepted int64 // time limit / time of the slowest accepted submission
	ToTooSlow    int64 // time of a submission that must be too slow / time limit
}

// ToolLimits are the limits of a program that the judge runs beside a submission.
type ToolLimits struct {
	Time   time.Duration // CPU time; the wall-clock limit is ten times as long
	Memory int64         // bytes
	Output int64         // bytes
}

// Or returns the limits, with the limits of usual instead of zeros.
func (l ToolLimits) Or(usual ToolLimits) ToolLimits {
	return ToolLimits{cmp.Or(l.Time, usual.Time), cmp.Or(l.Memory, usual.Memory), cmp.Or(l.Output, usual.Output)}
}

// The format's default limits of compilers and validators. The output of a compiler is the program, whose size the
// format does not limit. A submission's program may be as large as its memory limit, if that is larger than Output.
var (
	DefaultCompilation = ToolLimits{Time: 60 * time.Second, Memory: 2048 << 20, Output: 64 << 20}
	DefaultValidation  = ToolLimits{Time: 60 * time.Second, Memory: 2048 << 20, Output: 8 << 20}
)

// OnlineJudge describes the online judge of a problem (judge.yaml), its whitespace rule and what it accepts
// (judges.yaml). The zero value means no known judge; whitespace is then ignored.
type OnlineJudge struct {
	Key        string `yaml:"-"` // "poj"
	Name       string // "POJ"
	ID         string `yaml:"-"`   // the problem's id there: "3074"
	URL        string `yaml:"url"` // the problem's page
	Whitespace Whitespace

	Languages  []string          // accepted ones: "C++", "Go"; nil if unknown
	Standards  map[string]string `yaml:"-"`          // language standards that the judge dictates: {"cpp": "c++98"}
	FileNames  map[string]string `yaml:"file_names"` // required name of a source, by language: {"Java": "Main"}
	Menu       map[string]string // entries of the page's language menu, by language: {"C++": "G++"}
	Notes      map[string]string // rules for programs that a compiler here does not check, by language
	Page       string            // address of a problem's page, with {id} in it
	Companion  Companion         // how Competitive Companion reads limits on such pages
	SubmitPage string            `yaml:"submit"` // where a source is pasted
	Source     SourceSize
	// facts that no source confirms: a language, or "source", "menu", "time_limit", "memory"
	Unverified []string
}

// SourceSize bounds the size of a source in bytes; 0 if unknown.
type SourceSize struct {
	Min int64 `yaml:"min_bytes"`
	Max int64 `yaml:"max_bytes"`
}

// Companion describes how the browser extension Competitive Companion changes the limits on an online judge's pages.
type Companion struct {
	// The extension divides a memory limit in KiB by this number, and rounds down; 0 if the page gives megabytes.
	Kilobytes int64
	// The extension takes the time limit for Java, which is this many times the limit for other languages; 0 if there
	// is only one limit.
	JavaTimes float64 `yaml:"java_times"`
}

// Entry returns the entry for a language in the page's menu, and whether it is certain. If not, it may be an old name
// of the entry, or the language's own name.
func (j OnlineJudge) Entry(language string) (entry string, known bool) {
	entry, known = j.Menu[language]
	return cmp.Or(entry, language), known && !slices.Contains(j.Unverified, "menu")
}

// Whitespace is an online judge's rule for outputs with the tokens of the answer but different whitespace.
type Whitespace string

// The rules of judges.yaml.
const (
	IgnoreWhitespace Whitespace = "ignore" // always accepted (SPOJ, and the standard's default checker)
	// blanks at line ends and blank lines at the end are forgiven, the rest is PE
	ForgiveTrailing Whitespace = "trailing"
	ExactWhitespace Whitespace = "exact" // any difference is PE
)

// Test is one input with its answer. Its name is its path below the data folder, without extension: "secret/hard/03".
type Test struct {
	Name   string
	Input  string // path of the .in file
	Answer string // path of the .ans file
	// path of the .interaction file, in which the statement shows a sample; "" for none
	Interaction string
	Args        []string // command-line arguments of the submission
	CheckerArgs []string // output_validator_args
	Checker     string   // the name of the only checker that is used; "" for all
	// where CheckerArgs are written, "testdata/sum/secret/test_group.yaml:1:24", for error messages
	CheckerArgsAt      string
	InputValidatorArgs map[string][]string // by the validator's name
	Files              []File              // of its .files folder, for the submission's working folder
}

// File is a file that a program finds in its working folder.
type File struct {
	Name string // path in the working folder, with slashes
	Path string // of the file that is copied
}

// Source is the source of a program: one file, or the files of one folder, sorted.
type Source struct {
	Name string // base name of the file or folder
	Dir  string // the folder that holds the files
	// paths below Dir with slashes, sorted; tests of Go packages, __pycache__ and hidden files are left out
	Files []string

	Language   string // the code that submissions.yaml gives; "" for that of the files' extensions
	LanguageAt string // the place of that code, "submissions/submissions.yaml:1:24", for error messages
	// where a submission begins, as submissions.yaml says; "" for the language's usual place
	Entrypoint string
	// folder with headers that a tool of the problem may include; "" for a submission
	Package string
	Include string // folder with files that are added to a submission, by language; "" for none
	// its format has no submissions.yaml, and does not use the folder default in Include
	Legacy    bool
	Defines   []string          // macros of a C or C++ program, NAME or NAME=VALUE; no package can give them
	Constants Constants         // for sequences in the files, those of Include too
	Standards map[string]string // language standards that the submission's online judge dictates, by language code

	// a tool without testlib.h accepts with exit status 0 and rejects with any other, instead of 42 and 43; packages
	// cannot set it
	Plain bool

	Compilation ToolLimits // of its compiler, as problem.yaml gives them; zero for those of DefaultCompilation
}

// Deciding returns the problem's own checkers: Checkers and, unless it is nil, Final.
func (p *Problem) Deciding() []Source {
	if p.Final == nil {
		return p.Checkers
	}
	return append(slices.Clone(p.Checkers), *p.Final)
}

// InFile returns the test. If the problem has an InputFile, the input is also among the test's files, under that name.
func (p *Problem) InFile(t Test) Test {
	if p.InputFile != "" {
		t.Files = append(slices.Clip(t.Files), File{Name: p.InputFile, Path: t.Input})
	}
	return t
}

// Submission is a program to judge, correct or wrong.
type Submission struct {
	Source
	Problem  string
	Name     string // as users call it: "dlx", "wrong_answer/int32"; in a package its path below submissions/
	Path     string // as submissions.yaml's globs see it: "accepted/dlx", "wrong_answer/int32"
	Data     []File // submitted files that are not compiled, with those in folders
	Solution bool   // meant to be right: in solutions/; in a package in submissions/accepted/, or Expected.Right

	// Broken is a mistake in its files or in the expectation in them, with its place and advice; "" if there is none. A
	// broken submission is not judged, and may have no Files.
	Broken   string
	Unjudged string // features that the problem needs but the judge lacks: "on_reject grade"; "" for none
}

// NotJudged returns why a submission is not judged on any machine; "" if it is.
func (s Submission) NotJudged() string {
	switch {
	case s.Unjudged != "":
		return "not judged yet: " + s.Unjudged
	case s.Broken != "":
		return "not judged: " + s.Broken
	}
	return ""
}

// Expectation is one requirement of submissions.yaml, or of a default directory, on submissions: every test that it
// applies to must have a permitted verdict, and at least one of them a required one.
type Expectation struct {
	Submissions string    // glob, matched against Submission.Path and its parents
	Tests       string    // glob, matched against Test.Name and its groups; "" for all tests
	Permitted   []Verdict // nil for any
	Required    []Verdict // nil if none is required
	// what the submission as a whole may get: the verdict of its first test that is neither AC nor PE, else PE if any
	// test has it; nil for any
	Whole   []Verdict
	First   bool        // Whole is about that first test, even if graders compute a verdict of the whole
	Message string      // must be in one test's checker message; "" for none
	Score   *ScoreRange // of the submission, or of the groups that Tests names; nil for any
	Partial bool        // the submission's score must be partial, as the scheme's Partial defines it
	Untimed bool        // use_for_time_limit: false, so times do not bound the time limit
	Yields  bool        // Permitted does not count on tests for which another expectation has Permitted
	// where it was written, "problems/hdu5046/submissions/submissions.yaml:3"; for error messages
	File string
}

// Main returns the path of the file that people look at first: the file named main, or else the first.
func (s Source) Main() string {
	if len(s.Files) == 0 {
		return s.Dir
	}
	main := slices.IndexFunc(s.Files, func(file string) bool {
		return strings.TrimSuffix(file, filepath.Ext(file)) == "main"
	})
	return filepath.Join(s.Dir, s.Files[max(main, 0)])
}

// Gen returns the command that makes the tests of the problem.
func (p *Problem) Gen() string {
	if p.pack != "" {
		return p.Command("gen")
	}
	return p.Command("gen", p.Name)
}

// Command returns a command of the judge on this problem, quoted for a shell, with --package if it is in a package.
func (p *Problem) Command(name string, args ...string) string {
	if p.pack != "" {
		args = append([]string{"--package", p.pack}, args...)
	}
	return "judge " + name + legible.Words(args...)
}

// Group returns the folder that the test is in: "sample", "secret/hard".
func (t Test) Group() string { return path.Dir(t.Name) }

// Verdict is the judge's decision about a program on a test, or about a submission as a whole.
type Verdict string

// The verdicts. JE is the judge's own failure, never a verdict on a program.
const (
	NotRun Verdict = ""    // the test was not run; the result's message says why
	AC     Verdict = "AC"  // accepted
	PE     Verdict = "PE"  // presentation error: only whitespace differs, but the online judge rejects that
	WA     Verdict = "WA"  // wrong answer
	TLE    Verdict = "TLE" // time limit exceeded
	MLE    Verdict = "MLE" // memory limit exceeded
	OLE    Verdict = "OLE" // output limit exceeded
	RTE    Verdict = "RTE" // run-time error: a signal or an exit status other than 0
	CE     Verdict = "CE"  // compile error, decided before any test
	JE     Verdict = "JE"  // judge error: a checker that crashed, an answer that is missing
)

// Covers reports whether v, as written in submissions.yaml, includes the verdict got. The standard has only AC, WA, TLE
// and RTE. WA includes PE, RTE includes MLE and OLE, and TLE includes OLE, since a program that prints without end
// reaches one limit or the other.
func (v Verdict) Covers(got Verdict) bool {
	switch v {
	case WA:
		return got == WA || got == PE
	case TLE:
		return got == TLE || got == OLE
	case RTE:
		return got == RTE || got == MLE || got == OLE
	}
	return v == got
}

// AnswerTo returns the path of the output that a submission to a problem of type submit-answer has for a test, "" if it
// has none. A submission of one file has the same output for every test. In a folder, the file has the test's complete
// name, or its last part, followed by .out, .ans, .txt or nothing.
func (s Submission) AnswerTo(t Test) string {
	files := s.Submitted()
	if len(files) == 1 && len(s.Files) == 1 && s.Files[0] == path.Base(s.Name) {
		return files[0].Path
	}
	for _, name := range []string{t.Name, path.Base(t.Name)} {
		for _, extension := range []string{".out", ".ans", ".txt", ""} {
			if i := slices.IndexFunc(files, func(f File) bool { return f.Name == name+extension }); i >= 0 {
				return files[i].Path
			}
		}
	}
	return ""
}
