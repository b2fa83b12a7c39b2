package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// stage copies a program to where the sandbox's user can execute it, and returns its path as the program sees it. It
// does not copy again while neither the program nor the copy has changed. Runtime files need no copy.
func (w *linuxWorker) stage(program string) (string, error) {
	source, err := os.Stat(program)
	if err != nil {
		return "", err
	}
	if !source.Mode().IsRegular() || source.Mode()&0o111 == 0 {
		return "", fmt.Errorf("%s is not an executable file; make it one with chmod +x", program)
	}
	if w.profile.shows(program) {
		return program, nil
	}
	path := w.path("program/program")
	visible := path
	if w.box.isolation.Namespaces {
		visible = boxProgram + "/program"
	}
	if now, err := os.Stat(path); err == nil && w.program == program && unchanged(source, w.source) &&
		unchanged(now, w.copied) {
		return visible, nil
	}
	w.program = ""
	if err := copyFile(path, program); err != nil {
		return "", err
	}
	if w.copied, err = os.Stat(path); err != nil {
		return "", err
	}
	w.program, w.source = program, source
	return visible, nil
}

// stageFiles copies the files of a program to where the sandbox's user can read them, or removes those of the program
// before for "", and returns their folder as the program sees it. It does not copy again while the folder has not
// changed: its files never do.
func (w *linuxWorker) stageFiles(dir string) (string, error) {
	target := w.path("program")
	visible := target
	if w.box.isolation.Namespaces {
		visible = boxProgram
	}
	var source os.FileInfo
	if dir != "" {
		var err error
		if source, err = os.Stat(dir); err != nil {
			return "", err
		}
	}
	if w.files == dir && (dir == "" || unchanged(source, w.filesSource) && w.box.isolation.keepsFiles()) {
		return visible, nil
	}
	w.program, w.files = "", ""
	if err := errors.Join(emptyDir(target), os.Chmod(target, 0o755)); err != nil {
		return "", err
	}
	if dir == "" {
		return visible, nil
	}
	if err := linkTree(target, dir); err != nil {
		return "", err
	}
	w.files, w.filesSource = dir, source
	return visible, nil
}

// unchanged reports whether a file had the same content at two times. It relies on the ctime, which nobody can set.
func unchanged(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.Mode() == b.Mode() &&
		a.Sys().(*syscall.Stat_t).Ctim == b.Sys().(*syscall.Stat_t).Ctim
}

// copyFile copies a program. It keeps this process from forking meanwhile: a child would hold the copy open for writing
// until its exec, and until then executing the copy would fail with ETXTBSY.
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
