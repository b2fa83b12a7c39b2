package problem

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"dlxjudge/judge/base/untrusted"
)

// The bounds on the files that a program finds in its working folder. A package's links can make more of them than
// there are.
const (
	maxFiles     = 200 // of one submission or test
	maxFileDepth = 8
)

// Submitted are the files of a submission, as they are in its working folder.
func (s Submission) Submitted() []File {
	var files []File
	for _, name := range s.Files {
		files = append(files, File{Name: name, Path: filepath.Join(s.Dir, name)})
	}
	return append(files, s.Data...)
}

// Given are the files in the working folder of a submission that runs on a test. A file of the test takes the place of
// one of the submission.
func (s Submission) Given(t Test) []File {
	return Laid(s.Submitted(), t)
}

// Laid are files, where those of a test replace those of the same name.
func Laid(files []File, t Test) []File {
	files = slices.DeleteFunc(slices.Clone(files), func(f File) bool {
		return slices.ContainsFunc(t.Files, func(own File) bool { return own.Name == f.Name })
	})
	return append(files, t.Files...)
}

// readFiles lists the files of a folder and those in it, sorted by name. There may be no such folder, or a file of that
// name.
func (p *Problem) readFiles(dir string) ([]File, error) {
	var files []File
	if info, err := untrusted.Stat(dir); errors.Is(err, os.ErrNotExist) || err == nil && !info.IsDir() {
		return nil, nil
	}
	err := p.addFiles(&files, maxFiles, dir, "", nil)
	return files, err
}

// addFiles adds the files of a folder, at most so many; above are its parent folders.
func (p *Problem) addFiles(files *[]File, most int, dir, prefix string, above []os.FileInfo) error {
	info, err := untrusted.Stat(dir)
	switch {
	case err != nil:
		return unreadable(err)
	case slices.ContainsFunc(above, func(a os.FileInfo) bool { return os.SameFile(a, info) }):
		return fmt.Errorf("%s: a link to a folder that it is in; remove it", dir)
	case len(above) == maxFileDepth:
		return fmt.Errorf("%s: a folder in %d others; move its files up", dir, maxFileDepth)
	}
	entries, warnings, err := list(dir)
	p.warn(warnings...)
	errs := []error{err}
	for _, e := range entries {
		path := filepath.Join(dir, e.name)
		if e.dir {
			err := p.addFiles(files, most, path, prefix+e.name+"/", append(slices.Clip(above), info))
			if err != nil && !isOutside(err) {
				return err
			}
			errs = append(errs, err)
			continue
		}
		if len(*files) == most {
			return fmt.Errorf("%s: more than %d files where each is read; put some together", dir, most)
		}
		if err := tooLarge(path, e.size); err != nil {
			return err
		}
		*files = append(*files, File{Name: prefix + e.name, Path: path})
	}
	return errors.Join(errs...)
}

// readData lists the files of a submission's folder that are not among those of its program.
func (p *Problem) readData(s Source) ([]File, error) {
	files, err := p.readFiles(s.Dir)
	var data []File
	for _, f := range files {
		if !slices.Contains(s.Files, f.Name) {
			data = append(data, f)
		}
	}
	return data, err
}
