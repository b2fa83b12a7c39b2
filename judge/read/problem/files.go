package problem

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

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

// entry is a file or folder whose name the format allows; symbolic links are followed.
type entry struct {
	name    string
	dir     bool
	size    int64 // of a file, in bytes
	trouble error // why it is neither: a link to nothing, a FIFO; of list, always nil
}

// fileName is the form of names in a package, "General requirements" of the format.
var fileName = regexp.MustCompile(`^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}$`)

// Allowed reports whether the format allows all names in a path with slashes. No other file of a package is read, even
// if a program names it: only links with such names are checked.
func Allowed(path string) bool {
	return !slices.ContainsFunc(strings.Split(path, "/"), func(name string) bool { return !fileName.MatchString(name) })
}

// misnamed is a file or folder whose name the format does not allow.
type misnamed struct{ path string }

func (m misnamed) Error() string { return m.path + ": ignored: " + nameRule }

const nameRule = "a name has letters, digits and _ . - only, at most 255, and no . or - first"

// list is the content of a folder, sorted by name. Names that the format does not allow are ignored, as it demands,
// with a warning for each that is not hidden. What is neither a file nor a folder is an error.
func list(dir string) (entries []entry, warnings []error, err error) {
	entries, warnings, err = listAll(dir)
	errs := []error{err}
	entries = slices.DeleteFunc(entries, func(e entry) bool {
		errs = append(errs, e.trouble)
		return e.trouble != nil
	})
	return entries, warnings, errors.Join(errs...)
}

// listAll is list with what is neither a file nor a folder among the entries.
func listAll(dir string) (entries []entry, warnings []error, err error) {
	found, err := untrusted.ReadDir(dir)
	if err != nil {
		return nil, nil, unreadable(err)
	}
	for _, f := range found {
		path := filepath.Join(dir, f.Name())
		if !fileName.MatchString(f.Name()) {
			if !strings.HasPrefix(f.Name(), ".") {
				warnings = append(warnings, misnamed{path})
			}
			continue
		}
		if f.IsDir() { // no link, so it is inside
			entries = append(entries, entry{name: f.Name(), dir: true})
			continue
		}
		if info, err := f.Info(); err == nil && info.Mode().IsRegular() {
			entries = append(entries, entry{name: f.Name(), size: info.Size()})
			continue
		}
		info, err := untrusted.Stat(path)
		switch {
		case err != nil:
			entries = append(entries, entry{name: f.Name(), trouble: unreadable(err)})
		case info.IsDir() || info.Mode().IsRegular():
			entries = append(entries, entry{name: f.Name(), dir: info.IsDir(), size: info.Size()})
		default:
			entries = append(entries, entry{name: f.Name(), trouble: fmt.Errorf("%s: neither a file nor a folder; "+
				"remove it", path)})
		}
	}
	return entries, warnings, nil
}

// tooLarge is an error if a file of a test has more bytes than the judge reads. It could be a sparse one, of any size.
func tooLarge(path string, size int64) error {
	if size <= MaxTestFile {
		return nil
	}
	return fmt.Errorf("%s: %d bytes; a file of a test has at most %d (1 GiB): make it smaller, or remove the test",
		path, size, MaxTestFile)
}

// unreadable puts the path first in an error of package os and adds advice.
func unreadable(err error) error {
	var at *os.PathError
	if !errors.As(err, &at) {
		return err
	}
	switch {
	case isOutside(err):
		return &outside{at.Path}
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: %w; make it readable with: chmod -R u+rX %s", at.Path, at.Err, at.Path)
	case errors.Is(err, os.ErrNotExist) && at.Op == "stat":
		return fmt.Errorf("%s: a symbolic link to nothing; remove it or fix its target", at.Path)
	}
	return fmt.Errorf("%s: %w", at.Path, at.Err)
}
