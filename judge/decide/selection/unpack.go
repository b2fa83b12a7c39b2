package selection

import (
	"errors"
	"os"
	"slices"
	"strings"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// unpacking is a package that came as an archive; the zero value is none.
type unpacking struct {
	archive, dir string // its file, and the folder that it was unpacked into
}

// unpack unpacks a package into a folder that lives as long as the command.
func (p *Picker) unpack(file string) (unpacking, error) {
	into, err := scratch.Make("")
	if err != nil {
		return unpacking{}, exit.Failed(err)
	}
	p.folders = append(p.folders, into)
	dir, err := archive.Unpack(file, into)
	u := unpacking{file, dir}
	if err == nil {
		p.archives = append(p.archives, u)
	}
	return u, err
}

// Named is the name of a file for readers after this command: for a file from an archive, its place in the archive.
func (p *Picker) Named(path string) string {
	for _, u := range p.archives {
		if rest, ok := strings.CutPrefix(path, u.dir); ok {
			return u.archive + rest
		}
	}
	return path
}

// Told are results with such names, for documents that others read.
func (p *Picker) Told(results grade.Results) grade.Results {
	if len(p.archives) == 0 {
		return results
	}
	results.Submissions = slices.Clone(results.Submissions)
	for i := range results.Submissions {
		s := &results.Submissions[i]
		s.Source, s.Tests = p.Named(s.Source), slices.Clone(s.Tests)
		for j := range s.Tests {
			s.Tests[j].InputFile = p.Named(s.Tests[j].InputFile)
		}
	}
	return results
}

// names makes an error name files in the archive, not where they were unpacked.
func (u unpacking) names(err error) error {
	if err == nil || u.dir == "" || !strings.Contains(err.Error(), u.dir) {
		return err
	}
	var ended exit.Error
	if errors.As(err, &ended) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), u.dir, u.archive))
}

// places does the same for the places that messages about a problem name.
func (u unpacking) places(p *problem.Problem) {
	if u.dir == "" {
		return
	}
	inArchive := func(place *string) { *place = strings.ReplaceAll(*place, u.dir, u.archive) }
	for i := range p.Expectations {
		inArchive(&p.Expectations[i].File)
	}
	for i := range p.Submissions {
		inArchive(&p.Submissions[i].Broken)
	}
	for i := range p.Faults {
		p.Faults[i] = u.names(p.Faults[i])
	}
	for i := range p.Tests {
		inArchive(&p.Tests[i].CheckerArgsAt)
	}
}

// Close removes what was unpacked.
func (p *Picker) Close() {
	for _, dir := range p.folders {
		os.RemoveAll(dir) // what cannot be removed, the next judge removes
	}
}

// Unpacked reports whether any package came as an archive.
func (p *Picker) Unpacked() bool { return len(p.folders) > 0 }
