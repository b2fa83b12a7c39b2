package compile

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Layout is one of many builds of a submission. The builds differ in the addresses of their code.
//
// A function's address changes its speed by several percent, through alignment, and through other code in the same
// cache line or branch predictor entry. So the builds of two sources differ in speed even if they do the same work. The
// mean over many layouts of each source removes that difference. The compiled code is the same in all layouts. With the
// same seed, functions that two sources share are placed in the same way.
//
//   - Go: the linker orders the functions at random (-randlayout, Go 1.22 and later).
//   - C and C++: all code moves by up to 4 KiB, in steps of 16 bytes, and each function moves up to 48 bytes
//     away from the one before it. GNU linkers have no random order.
//   - Other languages: no known toolchain can place code.
//
// See Mytkowicz, Diwan, Hauswirth and Sweeney, Producing wrong data without doing anything obviously wrong!, ASPLOS
// 2009.
type Layout struct {
	Seed  uint32
	Dir   string // an existing folder; the program goes into a new folder in it
	Cores []int  // cores that the compiler may use; nil for any

	// Of is the usual build. Cache.Layout fails if the source no longer produces it. If Of.Path is "", this is not
	// checked.
	Of sandbox.Program
}

// Layout builds a submission in one layout, and returns the program, which it does not cache. The submission must
// compile. If the toolchain cannot place code, moved is false, and the program is a fresh copy of the usual build. The
// copy differs from that build only in the memory pages that hold the file. If the language needs a runner, the program
// is the usual build itself.
func (c *Cache) Layout(ctx context.Context, source problem.Source,
	l Layout) (program sandbox.Program, moved bool, err error) {
	plain, err := c.Build(ctx, Submission, source)
	if err == nil && l.Of.Path != "" && (plain.Path != l.Of.Path || plain.Dir != l.Of.Dir) {
		err = fmt.Errorf("%s has changed since measuring began, or its compiler has: measure again", pathOf(source))
	}
	if err != nil || plain.Dir != "" {
		return plain, false, err
	}
	job, err := c.compilation(ctx, Submission, source)
	if err != nil {
		return sandbox.Program{}, false, err
	}
	if job.work, err = os.MkdirTemp(l.Dir, "layout-"); err != nil {
		return sandbox.Program{}, false, err
	}
	job.cores = l.Cores
	program = plain
	if job.place(l.Seed) {
		program.Path, err = job.run(ctx)
		var refused *CompileError // the toolchain does not know the flags
		if !errors.As(err, &refused) {
			return program, true, err
		}
	}
	text, err := os.ReadFile(plain.Path)
	if err != nil {
		return sandbox.Program{}, false, err
	}
	program.Path = filepath.Join(job.work, programFile)
	return program, false, errors.Join(os.WriteFile(program.Path, text, 0o755), os.Chmod(program.Path, 0o755))
}

// place makes the compiler place the code as the seed determines. It reports whether the language's compilers can do
// so.
func (c *compilation) place(seed uint32) bool {
	switch c.language.Name {
	case "go":
		for _, arg := range c.language.args[c.kind] {
			if strings.HasPrefix(arg, "-ldflags=") {
				arg += fmt.Sprintf(" -randlayout=%d", max(seed, 1)) // 0 is the usual layout
			}
			c.placed = append(c.placed, arg)
		}
		return true
	case "c", "cpp":
		// The linker puts .text.unlikely before all other code. A patchable function entry is room before a function,
		// normally for other tools' code.
		padding := fmt.Sprintf("__asm__(\".pushsection .text.unlikely\\n.skip %d, 0x90\\n.popsection\");\n",
			seed%256*16)
		c.source.Files = append([]string{"judge-layout" + c.language.Extensions[0]}, c.source.Files...)
		c.contents = append([][]byte{[]byte(padding)}, c.contents...)
		room := seed / 256 % 4 * 16
		c.placed = append([]string{fmt.Sprintf("-fpatchable-function-entry=%d,%d", room, room)},
			c.language.args[c.kind]...)
		return true
	}
	return false
}

// SameProgram reports whether two built programs are equal instruction by instruction. All sections that are loaded
// into memory must be equal, and at the same addresses. SameProgram ignores Go's table of line numbers, and notes such
// as build IDs. So comments and variable names make no difference. Files that are not ELF must be equal byte by byte.
func SameProgram(a, b string) (bool, error) {
	if a == b {
		return true, nil
	}
	first, err := os.ReadFile(a)
	if err != nil {
		return false, err
	}
	second, err := os.ReadFile(b)
	if err != nil {
		return false, err
	}
	loaded, other := loadedOf(first), loadedOf(second)
	if loaded == nil || other == nil {
		return bytes.Equal(first, second), nil
	}
	return slices.EqualFunc(loaded, other, func(a, b section) bool {
		return a.header == b.header && bytes.Equal(a.data, b.data)
	}), nil
}

// section is a part of a program that is loaded into memory.
type section struct {
	header elf.SectionHeader
	data   []byte // nil if all zeros
}

// loadedOf returns the loaded parts of an ELF file; nil for any other file.
func loadedOf(text []byte) (all []section) {
	file, err := elf.NewFile(bytes.NewReader(text))
	if err != nil {
		return nil
	}
	for _, s := range file.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Type == elf.SHT_NOTE || s.Name == ".gopclntab" {
			continue
		}
		part := section{header: s.SectionHeader}
		part.header.Offset = 0 // the position in the file may differ
		if s.Type != elf.SHT_NOBITS {
			if part.data, err = s.Data(); err != nil {
				return nil
			}
		}
		all = append(all, part)
	}
	return all
}
