package sandbox

import (
	"slices"
	"strings"
)

// A profile is what kind of program a worker runs. A worker is set up for one profile: the files that its programs may
// read cannot change later, since Landlock cannot be undone.
type profile struct {
	Name  Profile
	Reads []string // folders that programs may read, beside those that every program of this kind may
}

// compilerFiles are what compilers read beside the runtime files.
var compilerFiles = []string{"/usr/include", "/usr/local/include"}

// programStack is the stack of compilers and tools, in bytes. Threads reserve as much each, so no more than a deep
// recursion needs.
const programStack = 64 << 20

// readable lists the files and folders of the machine that programs see, read-only, at the same paths. Parents come
// first.
func (p profile) readable() []string {
	files := slices.Clone(runtimeFiles())
	if p.Name == Compile {
		files = append(files, compilerFiles...)
	}
	files = append(files, p.Reads...)
	slices.Sort(files)
	return slices.Compact(files)
}

// shows reports whether programs see a path of the machine at the same path.
func (p profile) shows(path string) bool {
	return slices.ContainsFunc(p.readable(), func(dir string) bool { return strings.HasPrefix(path, dir+"/") })
}

// key is different for different profiles.
func (p profile) key() string { return string(p.Name) + "\x00" + strings.Join(p.Reads, "\x00") }
