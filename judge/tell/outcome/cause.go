package outcome

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// Cause returns the likely cause of a failure, with a way out, or "" if no cause is likely enough.
func (f *Folder) Cause(t problem.Test, result grade.Test) string {
	contents, err := compile.ReadSource(f.Program)
	input, unread := loose.Head(t.Input)
	if err != nil || unread != nil {
		return ""
	}
	source := string(bytes.Join(contents, nil))
	output, found := f.Outputs.Of(t.Input)
	carriage := func(text []byte) bool { return bytes.Contains(text, []byte("\r")) }
	switch {
	case f.Settings.InputFile == "" && f.Settings.OutputFile == "" && (result.Verdict == problem.RTE ||
		found && output.Size == 0):
		return filesOf(source)
	case found && carriage(input.Head) && carriage(output.Head):
		return "the lines of the input end in \\r\\n, and the output has \\r; strip it, or convert the input, for " +
			"example with dos2unix"
	case result.Verdict == problem.TLE && input.Size >= slowInput:
		for _, s := range slowReaders {
			if s.reads.MatchString(source) && !strings.Contains(source, s.unless) {
				return s.advice
			}
		}
	}
	return ""
}

// slowInput is the size in bytes from which an input takes a tenth of a second or more to read in a slow way.
const slowInput = 1 << 20

// slowReaders lists slow ways to read a large input.
var slowReaders = []struct {
	reads          *regexp.Regexp
	unless, advice string
}{
	{regexp.MustCompile(`\bcin\s*>>|\bgetline\s*\(\s*(?:std::)?cin\b`), "sync_with_stdio",
		"the input is large, and cin is slow without ios::sync_with_stdio(false); cin.tie(nullptr);"},
	{regexp.MustCompile(`(?m)^[ \t]+.*\binput\(\)|\binput\(\).*\bfor\b`), "sys.stdin",
		"the input is large, and input() is slow; read with sys.stdin.readline or sys.stdin.buffer"},
	{regexp.MustCompile(`new\s+Scanner\s*\(\s*System\.in`), "StreamTokenizer",
		"the input is large, and Scanner is slow; use BufferedReader or StreamTokenizer"},
}

// opens matches a call that opens a file with a literal name, in several languages.
var opens = regexp.MustCompile(`\b(freopen|fopen|open|ifstream|ofstream|Open|Create|File|File(?:Reader|Writer|InputStream|` +
	`OutputStream)|PrintWriter)\b[^"'\n;]{0,40}["']([\w-]+\.\w+)["']\s*(?:,\s*["']([rwa]))?`)

// writers lists those of the calls that write.
var writers = []string{"ofstream", "Create", "FileWriter", "FileOutputStream", "PrintWriter"}

// filesOf suggests the settings for the files that a program opens.
func filesOf(source string) string {
	names := map[string]string{}
	for _, call := range opens.FindAllStringSubmatch(source, -1) {
		key := "input_file"
		if strings.ContainsAny(call[3], "wa") || slices.Contains(writers, call[1]) {
			key = "output_file"
		}
		if names[key] == "" && legible.IsName(call[2], 100) {
			names[key] = call[2]
		}
	}
	var settings []string
	for _, key := range []string{"input_file", "output_file"} {
		if names[key] != "" {
			settings = append(settings, key+": "+names[key])
		}
	}
	if settings == nil {
		return ""
	}
	return fmt.Sprintf("the program opens %s; if it must use files, write into judge.yaml: %s",
		cmp.Or(names["input_file"], names["output_file"]), strings.Join(settings, ", and "))
}
