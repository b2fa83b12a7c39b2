package scaffold

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"slices"

	"dlxjudge/judge/base/whole"
)

// treeFiles is what a problem has in one tree of a checkout: the root of the tree, and the files below the problem's
// folder there.
type treeFiles struct {
	root  string
	files []File
}

// place writes the files of a problem into the trees, and of the shared files those that are not there. It returns
// their paths. If one cannot be written, or if the problem's name is taken in a tree, nothing changes.
func place(name string, trees []treeFiles, shared []File) (files []string, err error) {
	for _, tree := range trees {
		if err := free(filepath.Join(tree.root, name)); err != nil {
			return nil, err
		}
	}
	var undo []string
	defer func() {
		if err != nil {
			for _, path := range undo {
				os.RemoveAll(path)
			}
		}
	}()
	for _, f := range shared {
		if free(f.Path) != nil {
			continue // it was there, and stays as it is
		}
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
			return nil, err
		}
		if err := whole.Replace(f.Path, []byte(f.Text)); err != nil {
			return nil, err
		}
		undo = append(undo, f.Path)
	}
	files = slices.Clone(undo)
	made := len(undo)
	for _, tree := range trees {
		hidden := filepath.Join(tree.root, ".new-"+rand.Text())
		undo = append(undo, hidden)
		if err := write(hidden, tree.files); err != nil {
			return nil, err
		}
		for _, f := range tree.files {
			files = append(files, filepath.Join(tree.root, name, f.Path))
		}
	}
	for i, tree := range trees {
		path := filepath.Join(tree.root, name)
		if err := free(path); err != nil { // somebody may have been faster
			return nil, err
		}
		if err := os.Rename(undo[made+i], path); err != nil {
			return nil, err
		}
		undo[made+i] = path
	}
	slices.Sort(files)
	return files, nil
}

// free is an error if a path exists.
func free(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &ExistsError{path}
	} else if !os.IsNotExist(err) {
		return err
	}
	return nil
}

// ExistsError says that a path exists already.
type ExistsError struct{ Path string }

func (e *ExistsError) Error() string {
	return e.Path + ": it is there already, and stays as it is; remove it, or choose another name"
}

// write writes files below a folder that is not there yet.
func write(folder string, files []File) error {
	for _, f := range files {
		path := filepath.Join(folder, f.Path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o666); err != nil {
			return err
		}
	}
	return nil
}
