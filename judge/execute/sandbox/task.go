package sandbox

import (
	"cmp"
	"os"
	"time"
)

// Profile is what kind of program is run, and so what it may see.
type Profile string

// The profiles. Every program sees the system's libraries and interpreters, and its own folder.
const (
	// a program that is judged, which is confined the most: it is kept to one core, and all of it is measured
	Submission Profile = ""
	// a compiler, or a tool that comes with one; sees the system's headers
	Compile Profile = "compile"
	// a program of a problem: checker, validator, generator, or a solution that makes answers
	Tool Profile = "tool"
	// a command of the user's own, as a shell would run it: in the judge's folder and environment, contained by
	// nothing. Only Uncontained runs it. What it leaves running ends with it, and its processes are measured together
	Command Profile = "command"
)

// Folder stands for the path of the program's working folder in Task.Args and Task.Env. Where that is depends on who
// runs it. No argument can contain it by chance, since a NUL byte ends an argument.
const Folder = "\x00folder"

// Task is one run of a program, which is started in a folder of its own.
type Task struct {
	Profile Profile
	Program string   // absolute path of the executable
	Name    string   // what a Command is told that it was called as; "" for Program
	Args    []string // without the program's own name
	Env     []string // what its environment holds beside, or instead of, that which every program has from nothing
	// folders of the machine that it may read beside the system's, at the same paths: a toolchain, a run-time system
	Reads []string
	Dir   string // folder of the program's own files, for which Own stands in Args and Env; "" for none

	Input  string // path of the file that becomes its standard input; "" for an empty one
	Output string // path of the file, no device, that is made or emptied for its standard output; "" for Result.Stderr
	// open files or pipes instead of Input and Output; they stay the caller's
	Stdin, Stdout *os.File
	// a pipe that receives a State from time to time, and is not waited for; nil for none. The first one says that the
	// program has been started; a worker that is no Watching tells no more
	Watch *os.File
	Stop  <-chan struct{} // when it is closed, the program is stopped as at Limits.Wall; nil for never
	Cores []int           // that it may use, where the system lets a program be kept to some; nil for any

	// Files lie in its working folder when it starts; of several with one name, the last. A submission may change them
	// there, unless its folder is ReadOnly; other programs may not.
	Files    []File
	ReadOnly bool     // it can make and change no file there; uncontained, only the permission is taken away
	Copies   []File   // as Files, but it may change them, which nothing outside its folder sees
	Folders  []string // names of empty folders in its folder, parents first
	// one of Folders, in which it starts; "" for its folder itself; "/" if it needs no folder. A program of the user's
	// that is not contained may search for its settings in the folders above, where another user may have put some
	Start    string
	Products []Product // that are taken from its folder when it has ended
	Scratch  string    // where Uncontained makes its folder; "" for the system's temporary folder

	Limits Limits
}

// File is a file of the judge that a program may read.
type File struct {
	Name string // below the program's folder; folders that it names are made
	Path string // of the judge's file
}

// Product names files that a program makes. Only regular files are taken; links are not followed. A file that is not
// there, or is none of these, is passed over.
type Product struct {
	Folder  string // below the program's folder, without a slash; "" for that folder itself
	Pattern string // of the files' names, as in path.Match; "" for all files, and those in folders below as well
	Into    string // folder of the judge that receives them
	Limit   int64  // bytes that are taken of each file; ask for one more to see which files are longer
	// leave an empty file instead of a link, or of what else cannot be taken: it shows that there is something
	Mark bool
}

// Limits are the points at which a program is stopped. They may be above the limits that decide a verdict: the caller
// compares the Result with those. Zero means no limit.
type Limits struct {
	CPU  time.Duration // user and system time of all its processes
	Wall time.Duration
	// bytes, of all its processes together; its folder, where that is in memory, counts only for a submission
	Memory    int64
	Output    int64 // bytes that it writes: standard output, standard error and, unless Folder limits these, its files
	Folder    int64 // bytes of all files in its working folder, the judge's left out; 0 for what Output leaves
	Processes int   // processes and threads
}

// InFolder is the limit on the working folder.
func (l Limits) InFolder() int64 { return cmp.Or(l.Folder, l.Output) }
