package compile

import (
	"context"
	"path/filepath"
	"strings"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// CommandLine is the command that a source is built with, and the one that runs what comes of it, as somebody may type
// them in the source's folder; run is "" where the compiler makes an executable. The program may have so many bytes of
// memory. Whether it compiles, Build says.
func (c *Cache) CommandLine(ctx context.Context, kind Kind, source problem.Source,
	memory int64) (compile, run string, err error) {
	language, err := LanguageOf(source)
	if err != nil {
		return "", "", err
	}
	tools, err := c.Toolchain(ctx, language, kind)
	if err != nil {
		return "", "", err
	}
	source, contents, err := included(source, language)
	if err != nil {
		return "", "", err
	}
	program := strings.TrimSuffix(source.Name, filepath.Ext(source.Name))
	compile = typed(tools.Compiler, language.arguments(language.args[kind], program, source, tools))
	if language.run != nil {
		run = typed(tools.runner, sandbox.Program{Args: language.runs(source, contents)}.Arguments(memory))
	}
	return compile, run, nil
}

// typed is a command as it is typed to a shell: the program by its name, the judge's folders as the working one.
func typed(program string, args []string) string {
	words := []string{filepath.Base(program)}
	for _, arg := range args {
		arg = strings.NewReplacer(sandbox.Folder+"/"+filesOut, ".", sandbox.Folder, ".", sandbox.Own,
			".").Replace(arg)
		arg = strings.TrimPrefix(arg, "./")
		if strings.ContainsAny(arg, " \t\n'\"\\$&|;<>()*?[]{}~`#!") || arg == "" {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}
