package compile

import (
	"context"
	"path/filepath"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// CommandLine returns the commands that build and run a source, as a user could type them in the source's folder. The
// second command is "" if the compiler makes an executable. memory is the program's memory limit in bytes. If the
// source may need an earlier standard, CommandLine builds it; otherwise, it does not check that the source compiles.
func (c *Cache) CommandLine(ctx context.Context, kind Kind, source problem.Source,
	memory int64) (compile, run string, err error) {
	job, err := c.compilation(ctx, kind, source)
	if err != nil {
		return "", "", err
	}
	if job.earlierStandards() != nil { // only a build finds out which standard it is
		if _, err := c.inAnyStandard(ctx, &job); err != nil {
			return "", "", err
		}
	}
	program := strings.TrimSuffix(source.Name, filepath.Ext(source.Name))
	var search []string
	for _, folder := range source.Headers {
		if len(job.language.Headers) > 0 {
			search = append(search, "-I", folder)
		}
	}
	var copies string
	for i, file := range job.source.Files {
		if written := job.written.Files[i]; written != file {
			copies += "cp" + legible.Words(written, file) + " && "
		}
	}
	compile = copies + typed(job.tools.Compiler, append(search, job.arguments(program)...))
	if job.language.run != nil {
		run = typed(job.tools.runner, sandbox.Program{Args: job.runs()}.Arguments(memory))
	}
	return compile, run, nil
}

// typed returns a command as a user would type it. It shortens the program's path to the base name, and makes paths in
// the sandbox's folders relative.
func typed(program string, args []string) string {
	words := []string{filepath.Base(program)}
	for _, arg := range args {
		arg = strings.NewReplacer(sandbox.Folder+"/"+filesOut, ".", sandbox.Folder, ".", sandbox.Own,
			".").Replace(arg)
		arg = strings.TrimPrefix(arg, "./")
		words = append(words, arg)
	}
	return strings.TrimSpace(legible.Words(words...))
}
