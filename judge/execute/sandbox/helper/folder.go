//go:build linux

package helper

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/run"
)

// runIn puts a program's files into the working folder, runs the program, and takes its products from there.
func (h *helper) runIn(r Request, files []int) (result sandbox.Result, err error) {
	if want := 3 + len(r.Files) + len(r.Products); len(files) != want {
		return sandbox.Result{}, fmt.Errorf("a request came with %d files, want %d", len(files), want)
	}
	var opened []*os.File
	for _, fd := range files[3:] {
		opened = append(opened, os.NewFile(uintptr(fd), "a file of the judge"))
	}
	defer run.CloseAll(opened)
	files, shown, receivers := files[:3], opened[:len(r.Files)], opened[len(r.Files):]
	h.copied, h.copiedPages = 0, 0
	if err := h.give(&r, shown); err != nil {
		return sandbox.Result{}, err
	}
	folder := h.attr.Dir
	r.Args, h.attr.Env = run.Replace(r.Args, sandbox.Folder, folder), run.Environment(folder, r.Env...)
	h.attr.Dir = filepath.Join(folder, r.Start)
	defer func() { h.attr.Dir = folder }()
	defer run.OnCores(r.Cores)()
	if result, err = h.run(r, files); err != nil || len(r.Products) == 0 {
		return result, err
	}
	onOtherThread(func() { err = run.Take(h.workDirPath(), r.Products, receivers, r.Limits.InFolder()) })
	var tooMuch *run.TooMuchError
	if errors.As(err, &tooMuch) {
		result.End, err = sandbox.StoppedOutput, nil
	}
	return result, err
}

// fillFolder puts the files and folders of a request into the empty working folder.
func (h *helper) fillFolder(r *Request, shown []*os.File) error {
	var copied, pages int64
	for _, file := range shown {
		info, err := file.Stat()
		if err != nil {
			return err
		}
		page := int64(os.Getpagesize())
		copied, pages = copied+info.Size(), pages+(info.Size()+page-1)/page*page
	}
	h.copied, h.copiedPages = copied, pages
	if size := h.folderSize(r.Limits); h.Isolation.Namespaces && size > 0 && size != h.workDirSize {
		if err := h.mountWorkDir(size); err != nil {
			return err
		}
	}
	return run.Fill(h.workDirPath(), r.Folders, r.Files, shown, h.User)
}
