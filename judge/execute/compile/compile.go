package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

const outputLines = 20 // largest number of lines of compiler output in a CompileError

// A compiler's intermediate files can be larger than the program. Assembly is several times the size of its code,
// except for large arrays. So the limit on each file is min(4 × program limit, program limit + 192 MiB). The limit on
// all files together is twice as high.
const (
	filesPerProgram   = 4
	foldersPerProgram = 8         // twice filesPerProgram
	mostBeside        = 192 << 20 // bytes
	compilerProcesses = 1024      // on each core, Go starts a compiler with a dozen threads
)

// fileTooLarge is printed when an assembler or linker reaches the limit on file size.
const fileTooLarge = "File size limit exceeded"

// filesOut is the folder that a compiler fills with the program's files. No source file has this name.
const filesOut = ".out"

// compilation is one run of a compiler, in a new folder that holds the source's files.
type compilation struct {
	language Language
	kind     Kind
	tools    Toolchain
	source   problem.Source // with the names in the compiler's folder
	written  problem.Source // with the names in the source's folder
	contents [][]byte
	files    *Resolver // the files of source, and those that they include
	begin    entry
	unknown  error  // why the field begin is unknown, if the language needs it; else nil
	work     string // an empty folder of the cache
	limits   problem.ToolLimits
	programs sandbox.Executor
	placed   []string // compiler arguments that replace the language's; nil to use the language's
	cores    []int    // cores that the compiler may use; nil for any
	header   string   // the folder from compiledHeader; "" for none
}

// run compiles into the folder "entry" in the work folder. It returns the path of the program, or of the folder with
// the program's files.
func (c compilation) run(ctx context.Context) (string, error) {
	if c.unknown != nil {
		return "", c.unknown
	}
	copies, entry := filepath.Join(c.work, "source"), filepath.Join(c.work, "entry")
	search, folders := c.files.search()
	built, into := filepath.Join(entry, programFile), entry
	products := []sandbox.Product{{Pattern: programFile, Into: entry, Limit: c.limits.Output + 1}}
	if c.language.run != nil {
		built = filepath.Join(entry, filesFolder)
		into = built
		if c.language.makesFolder() {
			products = []sandbox.Product{{Folder: filesOut, Into: built, Limit: c.limits.Output + 1}}
			folders = append(folders, filesOut)
		} else { // the sources are the program
			copies, products = built, nil
		}
	}
	if c.language.notes != "" && c.kind == Counted {
		products = append(products, sandbox.Product{Pattern: c.language.notes, Into: entry, Limit: c.limits.Output})
	}
	if err := errors.Join(os.MkdirAll(into, 0o777), os.MkdirAll(copies, 0o777)); err != nil {
		return "", err
	}
	files, err := c.copyFiles(copies)
	if err != nil {
		return "", err
	}
	reads := c.tools.Reads
	if c.header != "" {
		search, reads = append(search, "-I", c.header), append(slices.Clone(reads), c.header)
	}
	limits := compilerLimits(c.limits)
	result, err := c.programs.Run(ctx, sandbox.Task{
		Profile: sandbox.Compile, Program: c.tools.Compiler, Env: c.tools.Env, Reads: reads, Scratch: c.work,
		Args:  slices.Concat(search, c.arguments(sandbox.Folder+"/"+programFile)),
		Files: files, Folders: folders, Products: products, Cores: c.cores,
		Limits: limits,
	})
	if result.ExitCode != 0 && strings.Contains(result.Stderr.Head(), fileTooLarge) {
		result.End = sandbox.StoppedOutput
	}
	name := filepath.Base(c.tools.Compiler)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", fmt.Errorf("%s: %w", c.tools.Compiler, err)
	case result.Starved():
		return "", fmt.Errorf("%s %s", c.tools.Compiler, result.Late(limits, "compilation_time"))
	case result.Late(limits, "") != "":
		return "", c.fails(name + " " + result.Late(limits, "compilation_time"))
	case result.End == sandbox.StoppedMemory:
		return "", c.fails(fmt.Sprintf("%s needs more than %d MiB (compilation_memory)", name, c.limits.Memory>>20))
	case result.End == sandbox.StoppedOutput:
		return "", c.fails(fmt.Sprintf("%s writes files of more than %d MiB for a program of at most %d MiB",
			name, limits.Output>>20, c.limits.Output>>20))
	case result.ExitCode != 0:
		text := c.readable(result.Stderr.Head(), result.Folder)
		if text == "" {
			text = fmt.Sprintf("%s: %v", name, result)
		}
		lines := append([]string{text}, c.files.advice(text)...)
		if old := c.language.whenOutdated(c.tools.version); old != "" {
			lines = append(lines, old)
		}
		return "", &CompileError{Source: pathOf(c.written), rejected: true, Output: strings.Join(lines, "\n")}
	}
	if err := c.check(built); err != nil {
		return "", err
	}
	return built, os.Chmod(built, 0o755) // linkers in a sandbox cannot make their program executable
}

// compilerLimits returns the limits of a compiler. The time limit applies to CPU time, so that a busy machine makes no
// program fail.
func compilerLimits(l problem.ToolLimits) sandbox.Limits {
	return sandbox.Limits{Memory: l.Memory, Processes: compilerProcesses,
		Output: min(filesPerProgram*l.Output, l.Output+mostBeside),
		Folder: min(foldersPerProgram*l.Output, 2*(l.Output+mostBeside))}.Within(l.Time)
}

// copyFiles copies the source's files to a folder, and returns the copies.
func (c compilation) copyFiles(copies string) (files []sandbox.File, err error) {
	for i, file := range c.source.Files {
		path, mode := filepath.Join(copies, file), os.FileMode(0o666)
		if bytes.HasPrefix(c.contents[i], []byte("#!")) || file == buildScript || file == runScript ||
			slices.Contains(c.source.Executable, file) {
			mode = 0o777
		}
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, c.contents[i], mode))
		if err != nil {
			return nil, err
		}
		files = append(files, sandbox.File{Name: file, Path: path})
	}
	for _, file := range c.files.included() {
		path := filepath.Join(copies, file.name)
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, file.Text, 0o666))
		if err != nil {
			return nil, err
		}
		files = append(files, sandbox.File{Name: file.name, Path: path})
	}
	return files, nil
}

// check returns a *CompileError if the compiler made no program, or one that is too large. built is the path of the
// program, or of the folder with its files.
func (c compilation) check(built string) error {
	left, any := c.limits.Output, false
	err := filepath.WalkDir(built, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			any = true
			left -= info.Size()
		}
		return err
	})
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case !any || isArchive(built): // a Go package other than main compiles to an archive
		return c.fails("it compiles, but not to a program: is there a main?")
	case left < 0:
		return c.fails(fmt.Sprintf("the program is larger than %d MiB; a program may be as large as its memory limit "+
			"or %d MiB, whichever is more", c.limits.Output>>20, problem.DefaultCompilation.Output>>20))
	}
	return nil
}

// isArchive reports whether a compiler made an archive of object files. It reads the file, because a missing x bit
// proves nothing: in a sandbox that forbids changing modes, linkers cannot make programs executable.
func isArchive(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	var magic [8]byte
	io.ReadFull(file, magic[:])
	return string(magic[:]) == "!<arch>\n"
}

// args returns the compiler's arguments, from the table of languages or the layout.
func (c compilation) args() []string {
	if c.placed != nil {
		return c.placed
	}
	return c.language.args[c.kind]
}

func (c compilation) fails(output string) error {
	return &CompileError{Source: pathOf(c.written), Output: output}
}

// mention matches the name of a file in a compiler's output.
var mention = regexp.MustCompile(`(^|[\s(])([^\s(:][^:]*):`)

// virtualMachine matches a line in which the virtual machine that runs a compiler warns about itself. Such lines come
// first, but say nothing about the program.
var virtualMachine = regexp.MustCompile(`(?m)^(?:(?:OpenJDK|Java HotSpot).* warning: |WARNING: |Picked up \w+: |` +
	`warning: unable to find kotlin).*\n`)

// readable returns the first lines of a compiler's output, with paths in the compiler's folder replaced by paths in the
// source's folder.
func (c compilation) readable(output, folder string) string {
	shown := make(map[string]string)
	for i, file := range c.source.Files {
		if i -= len(c.source.Files) - len(c.written.Files); i >= 0 { // a layout has one more file
			shown[strings.ToValidUTF8(file, "�")] = filepath.Join(c.source.Dir, c.written.Files[i])
		}
	}
	for _, file := range c.files.included() {
		shown[strings.ToValidUTF8(file.name, "�")] = file.Path
	}
	var lines []string
	output = strings.TrimRight(strings.ToValidUTF8(output, "�"), "\n") + "\n"
	warnings := strings.Join(virtualMachine.FindAllString(output, -1), "")
	for line := range strings.Lines(virtualMachine.ReplaceAllString(output, "") + warnings) {
		line = strings.TrimRight(line, " \r\n")
		if line == "# command-line-arguments" { // Go's name for files without a package path
			continue
		}
		if len(lines) == outputLines {
			lines = append(lines, "…")
			break
		}
		line = strings.ReplaceAll(line, folder+string(filepath.Separator), "./")
		lines = append(lines, mention.ReplaceAllStringFunc(line, func(found string) string {
			parts := mention.FindStringSubmatch(found)
			if file := shown[path.Clean(parts[2])]; file != "" {
				return parts[1] + file + ":"
			}
			return found
		}))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
