package loose

import (
	"encoding/binary"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
)

// headers lists the extensions of files that programs include.
var headers = []string{".h", ".hh", ".hpp", ".hxx", ".inc"}

// Matters reports, from a file's name, whether the file can be part of a problem: a program, a file that programs
// include, or a file of a test.
func Matters(file string) bool {
	name, ext := filepath.Base(file), filepath.Ext(file)
	if isSource(name) || slices.Contains(headers, ext) {
		return true
	}
	matches := func(m matcher) bool { _, is := m.match(filepath.ToSlash(file)); return is }
	return slices.ContainsFunc(slices.Concat(forms[input], forms[answer]), matches) && !isCompiled(file)
}

// compiled lists how the files of compilers begin: ELF, Mach-O (also for several processors, or a Java class), archives
// of object files, WebAssembly.
var compiled = []string{"\x7fELF", "\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe",
	"\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe", "\xca\xfe\xba\xbf", "\xbe\xba\xfe\xca", "\xbf\xba\xfe\xca",
	"!<arch>\n", "\x00asm"}

// isCompiled reports whether a compiler made a file, whatever its name is: an executable, a library, or bytecode. A
// text may begin with MZ, so such a file must also have the second header of a Windows program.
func isCompiled(path string) bool {
	file, err := untrusted.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	var head [64]byte
	n, _ := file.ReadAt(head[:], 0)
	text := string(head[:n])
	if slices.ContainsFunc(compiled, func(magic string) bool { return strings.HasPrefix(text, magic) }) {
		return true
	}
	// Python writes its version number, which is not text, and a line end.
	if n >= 16 && text[2:4] == "\r\n" && (text[1] >= 0x0b && text[1] <= 0x0f || text[1] >= 0x80) {
		return true
	}
	var second [4]byte
	if n == len(head) && text[:2] == "MZ" {
		file.ReadAt(second[:], int64(binary.LittleEndian.Uint32(head[60:])))
	}
	return string(second[:]) == "PE\x00\x00"
}
