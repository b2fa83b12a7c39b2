// Package problem reads problems, with their tests and submissions, from disk into plain values.
//
// It reads packages, or the three trees of this repository: problems/, testdata/ and solutions/. A package is in the
// Problem Package Format 2025-09, in the format legacy or legacy-icpc, or in that of Codeforces Polygon. The three
// trees hold the files of a package in the format 2025-09 under other roots. Problems of all formats become the same
// type, Problem. This code never runs, builds or judges anything.
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

// Problem holds everything needed to judge submissions to a problem.
type Problem struct {
	Name string // short name, the name of its folder: "poj3074"
	Settings
	Limits Limits
	About
	Dir         string // the folder of problem.yaml
	DataDir     string // the folder that holds sample/ and secret/
	Judge       OnlineJudge
	Tests       []Test // sorted by name, so samples come before secret tests
	Submissions []Submission
	Checkers    []Source // output validators, which must all accept; nil for the default checker
	Grader      *Source  // a legacy package's own grader, which combines results; nil if no group uses it
	// the checker of the interactor's output, which runs if the interactor accepts; nil if only Checkers decide
	Final           *Source
	InputValidators []Source // sorted by name
	Expectations    []Expectation
	// The name of the search function, by approach. Approaches that call it "search" are missing. "none" means that the
	// nodes of the approach cannot be compared.
	Search   map[string]string
	Intended []Mark        // findings of "judge validate" that are intended
	Scoring  *score.Scheme // how a scoring problem's tests are scored; nil for a pass-fail problem
	Warnings []error       // mistakes that were tolerated, such as files that were ignored
	Refused  error         // why a problem in Set.Refused cannot be judged; its only submission gives this reason, too
	LeftOut  []error       // the warnings about links out of the package, which are not followed
	Faults   []error       // remarks, and the warnings that would be errors if the problem were in a checkout
	Unjudged []string      // features of the problem that cannot be judged yet: "a static validator"

	scored bool // whether the problem is of the type scoring
	reading
}

// reading holds the state of the code that reads a problem.
type reading struct {
	at          layout
	index       *tree.Tree
	include     map[string]string // as in Source.Include
	pack        string            // the package, or the folder of packages, that was loaded; "" in a checkout
	unversioned bool              // problem.yaml has no problem_format_version
	earlier     earlierKeys
	said        map[string]bool // the faults that were recorded
	format
	groups groupRules
}

// Settings are the values of problem.yaml, besides the limits, that may change verdicts. The key of cached verdicts
// includes all of them.
type Settings struct {
	Format      string // "2025-09", "legacy", "legacy-icpc" or "polygon"
	Interactive bool   // the checker talks with the submission while both run
	MultiPass   bool   // the checker can demand more runs of the submission on a test, up to Limits.Passes in all
	// files in the working folder that a submission uses instead of standard input and output; "" for none
	InputFile, OutputFile string

	FileWriting  bool      // whether submissions may write files in their working folder (key allow_file_writing)
	SubmitAnswer bool      // submissions are outputs instead of programs
	Constants    Constants // values that replace {{n}} and similar sequences in the package's files
}

// Limits are the limits of problem.yaml, or the format's defaults.
type Limits struct {
	Time        time.Duration // CPU time, user and system, of one test; 0 if the package gives none
	Resolution  time.Duration // the time limit is a multiple of this
	Multipliers Multipliers   // for computing a time limit
	Memory      int64         // bytes
	Output      int64         // bytes of standard output, standard error and written files, together
	Code        int64         // bytes of the submitted files; 0 for no limit
	Passes      int           // maximum number of runs of a submission on one test; 0 if the problem is not multi-pass
	Validation  ToolLimits    // of a validator or a checker on one test
	Compilation ToolLimits    // of a compiler; a zero field means the value in DefaultCompilation
}

// Multipliers are minimum ratios, in thousandths.
type Multipliers struct {
	FromAccepted int64 // time limit, divided by the time of the slowest accepted submission
	ToTooSlow    int64 // time of a submission that must be too slow, divided by the time limit
}

// ToolLimits are the limits of a program that is not a submission, such as a compiler or a checker.
type ToolLimits struct {
	Time   time.Duration // CPU time; the wall-clock limit is ten times as long
	Memory int64         // bytes
	Output int64         // bytes
}

// Or returns the limits. Each limit that is 0 is replaced by that limit in usual.
func (l ToolLimits) Or(usual ToolLimits) ToolLimits {
	return ToolLimits{cmp.Or(l.Time, usual.Time), cmp.Or(l.Memory, usual.Memory), cmp.Or(l.Output, usual.Output)}
}

// These are the format's default limits for compilers and validators. The output of a compiler is the program, whose
// size the format does not limit. If a submission's memory limit is larger than Output, that limit bounds the program's
// size instead.
var (
	DefaultCompilation = ToolLimits{Time: 60 * time.Second, Memory: 2048 << 20, Output: 64 << 20}
	DefaultValidation  = ToolLimits{Time: 60 * time.Second, Memory: 2048 << 20, Output: 8 << 20}
)

// OnlineJudge describes the online judge that a problem is from. judge.yaml names the judge, and judges.yaml says how
// it treats whitespace and which programs it accepts. The zero value means that no judge is known; whitespace is then
// ignored.
type OnlineJudge struct {
	Key        string // "poj"
	Name       string // "POJ"
	ID         string // the problem's id at this judge: "3074"
	URL        string // the problem's page
	Whitespace Whitespace

	Languages  []string          // accepted languages: "C++", "Go"; nil if unknown
	Standards  map[string]string // language standards that the judge dictates: {"cpp": "c++98"}
	FileNames  map[string]string // required name of a source, by language: {"Java": "Main"}
	Menu       map[string]string // entries of the submit page's language menu, by language: {"C++": "G++"}
	Notes      map[string]string // rules that no compiler here checks, by language
	Page       string            // address of a problem's page, with {id} for the problem's id
	Companion  Companion         // how Competitive Companion reads limits on such pages
	SubmitPage string            // address of the page where a source is pasted
	Vjudge     string            // address of a problem's page on Vjudge, with {id}; "" if it is not there
	// which languages CPH-NG Submit takes on the judge's own pages: "any", or one language; "" for none
	CPHNG       string
	LanguageIDs map[string]int64 // the numbers by which cph-submit chooses a language; nil if it does not submit here
	SendPage    string           // address of the problem's page where an extension submits; "" if unknown
	Source      SourceSize
	// names of facts that no document confirms: a language, or "source", "menu", "time_limit" or "memory"
	Unverified []string
}

// SourceSize bounds the size of a source in bytes. 0 means that the bound is unknown.
type SourceSize struct {
	Min int64
	Max int64
}

// Companion describes how the browser extension Competitive Companion changes the limits on an online judge's pages.
type Companion struct {
	// The extension divides a memory limit in KiB by this number, and rounds down. 0 means that the page gives
	// megabytes.
	Kilobytes int64
	// The extension takes the time limit for Java, which is this many times the limit for other languages. 0 means that
	// there is only one limit.
	JavaTimes float64
}

// Entry returns the entry for a language in the submit page's menu, and whether the entry is certain. An uncertain
// result may be an old name of the entry, or the language's own name.
func (j OnlineJudge) Entry(language string) (entry string, known bool) {
	entry, known = j.Menu[language]
	return cmp.Or(entry, language), known && !slices.Contains(j.Unverified, "menu")
}

// Whitespace is an online judge's rule for outputs that have the answer's tokens but different whitespace.
type Whitespace string

// These are the whitespace rules of judges.yaml.
const (
	IgnoreWhitespace Whitespace = "ignore" // such outputs are always accepted (SPOJ, and the format's default checker)
	// blanks at line ends and blank lines at the end are accepted; any other difference is PE
	ForgiveTrailing Whitespace = "trailing"
	ExactWhitespace Whitespace = "exact" // any difference is PE
)

// Test is one input with its answer. Its name is its path below the data folder, without extension: "secret/hard/03".
type Test struct {
	Name   string
	Input  string // path of the .in file
	Answer string // path of the .ans file
	// path of the .interaction file with the conversation that the statement shows; "" for none
	Interaction string
	Args        []string // command-line arguments of the submission
	CheckerArgs []string // output_validator_args
	Checker     string   // the name of the only checker that is used; "" if all are used
	// the place of CheckerArgs for error messages: "testdata/sum/secret/test_group.yaml:1:24"
	CheckerArgsAt      string
	InputValidatorArgs map[string][]string // arguments of each validator, by its name
	Files              []File              // those in its .files folder, which are copied into the working folder
}

// File is a file that a program finds in its working folder.
type File struct {
	Name string // path in the working folder, with slashes
	Path string // path of the file to copy
}

// Source is the source of a program: one file, or the files of one folder, sorted.
type Source struct {
	Name string // base name of the file or folder
	Dir  string // the folder that holds the files
	// paths relative to Dir, with slashes, sorted; tests of Go packages, __pycache__ and hidden files are left out
	Files      []string
	Executable []string // those of Files that are executable; set when the files are read

	Language   string // the language's code, if the package states it or the text shows it; "" if the extensions decide
	LanguageAt string // where Language was found, for messages: "submissions/submissions.yaml:1:24"
	// the entrypoint in submissions.yaml, where a submission starts; "" for the language's default
	Entrypoint string
	// folder with headers that a tool of the problem may include; "" for a submission
	Package string
	// folders of files to add to a submission, by language code; that of "default" is for all other languages
	Include map[string]string
	// If Beside is set, the source may include files that are not in Files: below Root(Dir), and below the folders in
	// Headers, which the user named.
	Beside    bool
	Headers   []string
	Unnamed   bool              // the package has no file that could name the entrypoint
	Defines   []string          // macros to define in C and C++, as NAME or NAME=VALUE; packages cannot set them
	Constants Constants         // values for {{n}} in Files, and in the files of Include
	Standards map[string]string // language standards that the submission's online judge dictates, by language code

	// If Plain is set, a tool without testlib.h accepts with exit status 0 and rejects with any other status. Without
	// Plain, the statuses are 42 and 43. Packages cannot set Plain.
	Plain   bool
	Testlib bool // a tool is called as if it had testlib.h, even without it

	Compilation ToolLimits // of the compiler, from problem.yaml; a zero field means the value in DefaultCompilation
}

// Deciding returns the problem's own checkers: Checkers and, if there is one, Final.
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
	Name     string // as users write it: "dlx", "wrong_answer/int32"; in a package, its path below submissions/
	Path     string // the path that globs in submissions.yaml match: "accepted/dlx", "wrong_answer/int32"
	Data     []File // submitted files that are not compiled, including those in subfolders
	Solution bool   // meant to be right: it is in solutions/ or submissions/accepted/, or its expectations say so

	// Broken describes a mistake that prevents judging, such as one in the submission's files, with its place and
	// advice. It is "" if there is no mistake. A broken submission may have no Files.
	Broken   string
	Unjudged string // features that the problem needs but the judge lacks: "on_reject grade"; "" for none

	Own []Expectation // of a stranger, instead of the problem's; nil for the problem's own submissions
}

// Stranger reports whether the submission is not part of the problem, but was named beside it.
func (s Submission) Stranger() bool { return s.Own != nil }

// NotJudged returns the reason why no machine can judge the submission; "" if there is none.
func (s Submission) NotJudged() string {
	switch {
	case s.Unjudged != "":
		return "not judged yet: " + s.Unjudged
	case s.Broken != "":
		return "not judged: " + s.Broken
	}
	return ""
}

// Expectation is a requirement on submissions, from submissions.yaml or from a default directory. Every test that it
// applies to must get a permitted verdict. At least one of these tests must get a required verdict.
type Expectation struct {
	Submissions string    // glob, matched against Submission.Path and its parents
	Tests       string    // glob, matched against Test.Name and its groups; "" for all tests
	Permitted   []Verdict // nil for any
	Required    []Verdict // nil if none is required
	// The permitted verdicts of the submission as a whole; nil permits any. The verdict of the whole is the first test
	// verdict that is neither AC nor PE. Without such a verdict, the whole is PE if any test is PE, and AC otherwise.
	Whole   []Verdict
	First   bool        // Whole applies to the verdict described above, even if graders compute another one
	Message string      // text that the checker's message must contain on at least one test; "" for none
	Score   *ScoreRange // permitted scores of the submission, or of the groups that Tests matches; nil permits any
	Partial bool        // the submission's score must be partial, as score.Scheme.Partial defines it
	Untimed bool        // use_for_time_limit is false, so times do not bound the time limit
	Yields  bool        // Permitted is ignored on tests for which another expectation has Permitted
	Usual   bool        // the format's expectation of all submissions in a folder, which nobody stated
	// the place of the expectation for error messages: "problems/hdu5046/submissions/submissions.yaml:3"
	File string
}

// Main returns the path of the file that people look at first. That is the file named "main" or, without one, the first
// file.
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

// Command returns the judge's command of that name for this problem, quoted for a shell. If the problem is in a
// package, the command has the flag --package.
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
	PE     Verdict = "PE"  // presentation error: only whitespace differs, but the online judge rejects the output
	WA     Verdict = "WA"  // wrong answer
	TLE    Verdict = "TLE" // time limit exceeded
	MLE    Verdict = "MLE" // memory limit exceeded
	OLE    Verdict = "OLE" // output limit exceeded
	RTE    Verdict = "RTE" // run-time error: a signal or an exit status other than 0
	CE     Verdict = "CE"  // compile error, found before any test runs
	JE     Verdict = "JE"  // judge error, such as a checker that crashes or a missing answer
)

// Covers reports whether the verdict got counts as v, which submissions.yaml names. The format has only AC, WA, TLE and
// RTE, so WA covers PE, and RTE covers MLE and OLE. TLE covers OLE, too, because endless output reaches either limit.
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

// AnswerTo returns the path of a submission's output for a test of a submit-answer problem; "" if there is none. A
// submission of one file has the same output for every test. If the submission is a folder, the file in it has the
// test's complete name or the last part of that name, followed by .out, .ans, .txt or nothing.
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
