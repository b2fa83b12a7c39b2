package loose

import (
	"encoding/binary"
	"path/filepath"
	"slices"
	"strings"
)

// headers lists the extensions of files that programs include.
var headers = []string{".h", ".hh", ".hpp", ".hxx", ".inc"}

// Matters reports, from a file's name, whether the file can be part of a problem: a program, a file that programs
// include, or a file of a test.
func Matters(file string) bool {
	return isSource(file) || slices.Contains(headers, filepath.Ext(file)) || isTestFile(filepath.ToSlash(file), file)
}

// isTestFile reports whether a pattern matches a file's name below the searched folder, and no compiler made the file.
func isTestFile(name, path string) bool {
	matches := func(f form) bool { return f.regexp.MatchString(name) }
	return slices.ContainsFunc(slices.Concat(forms[input], forms[answer]), matches) && !isCompiled(path)
}

// compiled lists how the files of compilers begin: ELF, Mach-O (also for several processors, or a Java class), archives
// of object files, WebAssembly.
var compiled = []string{"\x7fELF", "\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe",
	"\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe", "\xca\xfe\xba\xbf", "\xbe\xba\xfe\xca", "\xbf\xba\xfe\xca",
	"!<arch>\n", "\x00asm"}

// isCompiled reports whether a compiler made a file, whatever its name is: an executable, a library, or bytecode. A
// text may begin with MZ, so such a file must also have the second header of a Windows program.
func isCompiled(path string) bool {
	read, _ := head(path, 4<<10)
	text := string(read.Head)
	if slices.ContainsFunc(compiled, func(magic string) bool { return strings.HasPrefix(text, magic) }) {
		return true
	}
	// Python writes its version number, which is not text, and a line end.
	if len(text) >= 16 && text[2:4] == "\r\n" && (text[1] >= 0x0b && text[1] <= 0x0f || text[1] >= 0x80) {
		return true
	}
	if len(text) < 64 || text[:2] != "MZ" {
		return false
	}
	second := int64(binary.LittleEndian.Uint32(read.Head[60:]))
	return strings.HasPrefix(text[min(second, int64(len(text))):], "PE\x00\x00")
}
