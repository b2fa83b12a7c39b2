package sandbox

import (
	"fmt"
	"io"
	"os"
	"syscall"
)

// place brings a program to where programs under the sandbox's user can start it, and says where that is for them. A
// copy is made only when the program is another than the one before, or somebody has laid hands on the copy.
func (w *linuxWorker) stage(program string) (string, error) {
	source, err := os.Stat(program)
	if err != nil {
		return "", err
	}
	if !source.Mode().IsRegular() || source.Mode()&0o111 == 0 {
		return "", fmt.Errorf("%s is not an executable file", program)
	}
	if isRuntimeFile(program) {
		return program, nil
	}
	path := w.path("program/program")
	seen := path
	if w.box.isolation.Namespaces {
		seen = boxProgram + "/program"
	}
	if now, err := os.Stat(path); err == nil && w.program == program && unchanged(source, w.source) && unchanged(now, w.copied) {
		return seen, nil
	}
	w.program = ""
	if err := copyFile(path, program); err != nil {
		return "", err
	}
	if w.copied, err = os.Stat(path); err != nil {
		return "", err
	}
	w.program, w.source = program, source
	return seen, nil
}

// unchanged reports whether a file is what it was. Its change time cannot be set by anybody.
func unchanged(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.Mode() == b.Mode() &&
		a.Sys().(*syscall.Stat_t).Ctim == b.Sys().(*syscall.Stat_t).Ctim
}

// copyFile copies a program. Nothing is forked meanwhile: a process that is forked while the copy is open for writing has
// it open, too, until it calls exec itself, and so long the kernel starts no program from it.
func copyFile(target, source string) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	in, err := os.Open(source)
	if err != nil {
		return err
	}
	defer in.Close()
	os.Remove(target)
	out, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return fmt.Errorf("%s: %w", target, err)
	}
	return out.Close()
}
