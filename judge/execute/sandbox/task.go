package sandbox

import (
	"cmp"
	"os"
	"time"
)

// Profile is the kind of a program, which decides what it may see.
type Profile string

// The profiles. Every program sees the system's libraries and interpreters, and its own folder.
const (
	// Submission is a program that is judged. It is confined to one core, and measured in full.
	Submission Profile = ""
	// Compile is a compiler or one of its tools. It sees the system's headers.
	Compile Profile = "compile"
	// Tool is a problem's program: a checker, validator, generator, or a solution that makes answers.
	Tool Profile = "tool"
	// Command is the user's own command. Only plain.Executor runs it: uncontained, in the judge's folder and
	// environment, as a shell would. The processes that it leaves are killed and measured with it.
	Command Profile = "command"
)

// Folder is a placeholder in Task.Args and Task.Env for the path of the working folder, which depends on the backend.
// No argument contains it by chance, since a NUL byte ends an argument.
const Folder = "\x00folder"

// Task is one run of a program in a new folder.
type Task struct {
	Profile Profile
	Program string   // absolute path of the executable
	Name    string   // argv[0] of a Command; "" for Program
	Args    []string // without the program's own name
	Env     []string // added to the minimal environment of every program, or replacing parts of it
	// more folders of the machine that it may read, at the same paths: a toolchain, a run-time system
	Reads []string
	Dir   string // folder of the program's own files; Own stands for it in Args and Env; "" for none

	Input  string // path of the file for standard input; "" for an empty one
	Output string // path of a regular file for standard output, made or emptied; "" for Result.Stderr
	// open files or pipes instead of Input and Output; the caller keeps and closes them
	Stdin, Stdout *os.File
	// a pipe that receives a State from time to time, without ever blocking the run; nil for none. The first State
	// says that the program has started; only a Watching sends more
	Watch *os.File
	Stop  <-chan struct{} // closing it stops the program with StoppedWall; nil for never
	Cores []int           // cores for the program, where the system supports pinning; nil for any

	// Files are in the working folder at the start; of several with one name, the last wins. A submission may change
	// them there unless ReadOnly is set; other programs may not.
	Files    []File
	ReadOnly bool     // the working folder is read-only; uncontained, only write permission is removed
	Copies   []File   // like Files, but any program may change them; the originals do not change
	Folders  []string // names of empty folders in the working folder, parents first
	// one of Folders, in which the program starts; "" for the working folder. "/" if it needs none: uncontained, it
	// starts in the root, because settings in parent folders could be another user's
	Start    string
	Products []Product // files to take from the working folder after the run
	Scratch  string    // where plain.Executor makes its folder; "" for the system's temporary folder

	Limits Limits
}

// File is a file of the judge's that a program may read.
type File struct {
	Name string // below the program's folder; missing parent folders are made
	Path string // of the judge's file
}

// Product names files that a program makes. Only regular files are taken, and links are not followed. Missing files and
// files of other types are skipped.
type Product struct {
	Folder  string // below the program's folder, without a slash; "" for that folder itself
	Pattern string // of the files' names, as in path.Match; "" for all files, including those in subfolders
	Into    string // folder of the judge that receives them
	Limit   int64  // most bytes taken of each file; add one to detect longer files
	// leave an empty file for a link or anything else that cannot be taken, to show that something was there
	Mark bool
}

// Limits are the points at which a program is stopped. The caller compares the Result with the limits that decide a
// verdict, which may be lower. Zero means no limit.
type Limits struct {
	CPU  time.Duration // user and system time of all its processes
	Wall time.Duration
	// bytes, of all its processes together; an in-memory folder counts only for a submission
	Memory    int64
	Output    int64 // bytes that it writes: standard output, standard error and, unless Folder is set, its files
	Folder    int64 // bytes of all files in its working folder, except the judge's; 0 for what Output leaves
	Processes int   // processes and threads
}

// InFolder returns the limit on the working folder.
func (l Limits) InFolder() int64 { return cmp.Or(l.Folder, l.Output) }
