package sandbox

import (
	"cmp"
	"os"
	"time"
)

// Profile is the kind of a program. It decides what the program may see.
type Profile string

// The profiles. Every program sees the system's libraries and interpreters, and its own folder.
const (
	// Submission is a program that is judged. It is confined to one core, and measured in full.
	Submission Profile = ""
	// Compile is a compiler or one of its tools. It sees the system's headers.
	Compile Profile = "compile"
	// Tool is a problem's program: a checker, a validator, a generator, or a solution that makes answers.
	Tool Profile = "tool"
	// Command is the user's own command. Only plain.Executor runs it, uncontained, in the judge's current folder and
	// with the judge's environment, as a shell would. Processes that the command leaves running are killed, and their
	// CPU time is added to the command's.
	Command Profile = "command"
)

// Folder is a placeholder for the path of the working folder in Task.Args and Task.Env. The path depends on the
// backend. No argument contains the placeholder by chance, since a NUL byte ends an argument.
const Folder = "\x00folder"

// Task is one run of a program in a new folder.
type Task struct {
	Profile Profile
	Program string   // absolute path of the executable
	Name    string   // argv[0] of a Command; "" means Program
	Args    []string // without the program's own name
	Env     []string // entries such as LANG=C, which extend a minimal environment or replace entries of it
	// further folders of the machine, such as a toolchain, which the program sees at the same paths
	Reads []string
	Dir   string // folder of the program's own files; Own means it in Args and Env; "" for none

	Input  string // path of the file for standard input; "" means empty input
	Output string // path of a regular file for standard output; if "", Result.Stderr holds standard output, too
	// open files or pipes instead of Input and Output; the caller keeps and closes them
	Stdin, Stdout *os.File
	// a pipe that receives States; nil for none. The caller must keep reading it, because a full pipe would block the
	// run. The first State says that the program has started. Only a Watching worker sends more States
	Watch *os.File
	Stop  <-chan struct{} // closing it stops the program with StoppedWall; nil for never
	// whether Stop first sends SIGABRT, at which sanitizers and run-time systems print where the program is
	LastWords bool
	Cores     []int // cores for the program, where the system supports pinning; nil for any

	// Files are copied to the working folder before the start. If several have the same name, the last one is copied. A
	// submission can change its copies unless ReadOnly is set; other programs cannot.
	Files    []File
	ReadOnly bool     // whether the working folder is read-only; an uncontained program can make it writable again
	Copies   []File   // like Files, but any program can change the copies
	Folders  []string // names of empty folders to make in the working folder, parents first
	// the folder in which the program starts: one of Folders, or "" for the working folder. "/" means that any folder
	// will do. An uncontained program then starts in the root folder, because other users could have left settings in
	// parent folders of the working folder
	Start    string
	Products []Product // files to take from the working folder after the run
	Scratch  string    // where plain.Executor makes its folder; "" means the system's temporary folder

	Limits Limits
}

// File is one of the judge's files that a program may read.
type File struct {
	Name string // path below the working folder; missing parent folders are made
	Path string // path of the judge's file
}

// A Product selects files that a program makes. Only regular files are taken, and links are not followed. Missing
// files, and files of other types, are skipped.
type Product struct {
	Folder  string // name of a folder in the working folder, without a slash; "" means the working folder
	Pattern string // pattern of file names, as in path.Match; "" means all files, including those in subfolders
	Into    string // the judge's folder that receives the files
	Limit   int64  // at most this many bytes of each file are taken; to detect longer files, allow one byte more
	// whether an empty file is made for a link, or for anything else that cannot be taken, to show that it was there
	Mark bool
}

// Limits are the points at which a program is stopped. A verdict may depend on lower limits, which the caller compares
// with the Result. Zero means no limit.
type Limits struct {
	CPU  time.Duration // user and system time of all its processes
	Wall time.Duration
	// bytes of all its processes together; for a submission, files in an in-memory working folder count, too
	Memory    int64
	Stack     int64 // bytes of the first thread's stack; 0 means that Memory limits it
	Output    int64 // bytes that it writes to standard output, standard error and, unless Folder is set, to its files
	Folder    int64 // bytes of all files in its working folder except the judge's; 0 means that Output limits them
	Processes int   // number of its processes and threads
}

// InFolder returns the limit in bytes on the files in the working folder.
func (l Limits) InFolder() int64 { return cmp.Or(l.Folder, l.Output) }
