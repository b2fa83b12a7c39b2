package shard

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Digest stands for all that is selected, with the contents of its files: the problems, their limits, and the
// submissions and tests by name. Where the files lie does not matter.
func Digest(entries []grade.Entry) (string, error) {
	d := digest{sum: sha256.New()}
	var problems []*problem.Problem
	for _, e := range entries {
		if !slices.Contains(problems, e.Problem) {
			problems = append(problems, e.Problem)
			if err := d.problem(e.Problem); err != nil {
				return "", err
			}
		}
		d.add("submission", fmt.Sprintf("%s %s %v", name(e), e.Submission.Path, e.Submission.Solution))
		for _, f := range e.Submission.Submitted() {
			if err := d.file(f.Name, f.Path); err != nil {
				return "", err
			}
		}
		for _, t := range e.Tests {
			d.add("test", t.Name)
		}
	}
	return hex.EncodeToString(d.sum.Sum(nil)), nil
}

// splitDigest stands for which entry is in which shard.
func splitDigest(entries []grade.Entry, of []int) string {
	var rows []string
	for i, e := range entries {
		rows = append(rows, fmt.Sprintf("%s %d\n", name(e), of[i]))
	}
	slices.Sort(rows)
	sum := sha256.Sum256([]byte(strings.Join(rows, "")))
	return hex.EncodeToString(sum[:])
}

type digest struct {
	sum   hash.Hash
	files int
}

// mostFiles bounds the files of a run. Links can make more of them than there are.
const mostFiles = 1_000_000

// add adds a part. Quoted, no two lists of parts run together into the same bytes.
func (d *digest) add(name, part string) { fmt.Fprintf(d.sum, "%s %q\n", name, part) }

// problem adds the files of a problem, the rules of its online judge, and limits that do not stand in these files.
func (d *digest) problem(p *problem.Problem) error {
	d.add("problem", fmt.Sprintf("%s %s %+v %+v", p.Name, p.Format, p.Limits, p.Judge))
	for _, name := range []string{"problem.yaml", "judge.yaml"} {
		path := filepath.Join(p.Dir, name)
		if _, err := os.Stat(path); err != nil {
			d.add("none", name)
		} else if err := d.file(name, path); err != nil {
			return err
		}
	}
	// Of the files beside problem.yaml no other counts: results may be written there.
	if err := d.folder("", p.Dir, nil, false); err != nil {
		return err
	}
	if within(p.Dir, p.DataDir) {
		return nil
	}
	return d.folder("data/", p.DataDir, nil, true)
}

func within(dir, path string) bool {
	below, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(below)
}

// folder adds what is below a folder; above are the folders that it is in. Links are followed. Hidden files are no part
// of a package, nor is what Python leaves behind. Files says whether those in the folder itself count.
func (d *digest) folder(prefix, dir string, above []os.FileInfo, files bool) error {
	here, err := os.Stat(dir)
	switch {
	case err != nil:
		return unreadable(err)
	case slices.ContainsFunc(above, func(a os.FileInfo) bool { return os.SameFile(a, here) }):
		return fmt.Errorf("%s: a link to a folder that it is in; remove it", dir)
	}
	above = append(slices.Clip(above), here)
	entries, err := untrusted.ReadDir(dir)
	if err != nil {
		return unreadable(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || e.Name() == "__pycache__" {
			continue
		}
		path := filepath.Join(dir, e.Name())
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			d.add("link to nothing", prefix+e.Name())
			err = nil
		case err != nil:
			return unreadable(err)
		case info.IsDir():
			err = d.folder(prefix+e.Name()+"/", path, above, true)
		case files && info.Mode().IsRegular():
			err = d.file(prefix+e.Name(), path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// file adds a file under a name.
func (d *digest) file(name, path string) error {
	if d.files++; d.files > mostFiles {
		return fmt.Errorf("%s: more than %d files; select fewer problems", path, mostFiles)
	}
	in, err := untrusted.Open(path)
	if err != nil {
		return unreadable(err)
	}
	defer in.Close()
	content := sha256.New()
	if _, err := io.Copy(content, in); err != nil {
		return unreadable(err)
	}
	d.add("file", name+" "+hex.EncodeToString(content.Sum(nil)))
	return nil
}

// unreadable says what to do about a file that cannot be read.
func unreadable(err error) error {
	if at, ok := err.(*fs.PathError); ok {
		return fmt.Errorf("%s: %w; all shards must have the same files: make it readable, or remove it", at.Path,
			at.Err)
	}
	return err
}
