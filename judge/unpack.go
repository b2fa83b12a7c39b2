package main

import (
	"errors"
	"os"
	"strings"

	"dlxjudge/judge/archive"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/scratch"
)

// unpacking is a package that came as an archive; the zero value is none.
type unpacking struct {
	archive, dir string // its file, and the folder that it was unpacked into
}

// unpack unpacks a package into a folder that lives as long as the command.
func (a *app) unpack(file string) (unpacking, error) {
	into, err := scratch.Make("")
	if err != nil {
		return unpacking{}, judgeFailed(err)
	}
	a.unpacked = append(a.unpacked, into)
	dir, err := archive.Unpack(file, into)
	u := unpacking{file, dir}
	if err == nil {
		a.archives = append(a.archives, u)
	}
	return u, err
}

// named is the name of a file as others may read it after this command: of what came in an archive, the place there.
func (a *app) named(path string) string {
	for _, u := range a.archives {
		if rest, ok := strings.CutPrefix(path, u.dir); ok {
			return u.archive + rest
		}
	}
	return path
}

// names makes an error name files in the archive, not where they were unpacked.
func (u unpacking) names(err error) error {
	if err == nil || u.dir == "" || !strings.Contains(err.Error(), u.dir) {
		return err
	}
	var exit exitError
	if errors.As(err, &exit) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), u.dir, u.archive))
}

// places does the same for the places in a problem that messages name.
func (u unpacking) places(p *problem.Problem) {
	if u.dir == "" {
		return
	}
	inArchive := func(place *string) { *place = strings.ReplaceAll(*place, u.dir, u.archive) }
	for i := range p.Expectations {
		inArchive(&p.Expectations[i].File)
	}
	for i := range p.Submissions {
		inArchive(&p.Submissions[i].Unjudged)
	}
	for i := range p.Tests {
		inArchive(&p.Tests[i].CheckerArgsAt)
	}
}

// close removes what was unpacked.
func (a *app) close() {
	for _, dir := range a.unpacked {
		os.RemoveAll(dir) // what cannot be removed, the next judge removes
	}
}
