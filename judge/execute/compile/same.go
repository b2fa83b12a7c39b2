package compile

import (
	"bytes"
	"debug/elf"
	"os"
	"slices"
)

// SameProgram reports whether two built programs do the same, instruction by instruction: whether all that is loaded of
// them is equal, at the same addresses. Notes that name a build, and Go's table of line numbers, do not count. So a
// comment or the name of a variable makes no difference. Files that are not ELF must be equal.
func SameProgram(a, b string) (bool, error) {
	if a == b {
		return true, nil
	}
	var texts [2][]byte
	var loaded [2][]section
	for i, path := range []string{a, b} {
		var err error
		if texts[i], err = os.ReadFile(path); err != nil {
			return false, err
		}
		if loaded[i], err = loadedOf(texts[i]); err != nil {
			loaded[i] = nil
		}
	}
	if loaded[0] == nil || loaded[1] == nil {
		return bytes.Equal(texts[0], texts[1]), nil
	}
	return slices.EqualFunc(loaded[0], loaded[1], func(a, b section) bool {
		return a.header == b.header && bytes.Equal(a.data, b.data)
	}), nil
}

// section is a part of a program that is loaded into memory.
type section struct {
	header elf.SectionHeader
	data   []byte // nil for one that is only zeros
}

func loadedOf(text []byte) ([]section, error) {
	file, err := elf.NewFile(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	var all []section
	for _, s := range file.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Type == elf.SHT_NOTE || s.Name == ".gopclntab" {
			continue
		}
		part := section{header: s.SectionHeader}
		part.header.Offset = 0 // in the file
		if s.Type != elf.SHT_NOBITS {
			if part.data, err = s.Data(); err != nil {
				return nil, err
			}
		}
		all = append(all, part)
	}
	return all, nil
}
