package trend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/measure/record"
)

// Read reads the records in a folder; it is an error if there are none. What is no record, or was interrupted, is left
// out with a note.
func Read(dir string) (records []*record.Record, notes []string, err error) {
	files, err := untrusted.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	for _, file := range files {
		if filepath.Ext(file.Name()) != ".txt" {
			continue
		}
		r, err := record.Read(filepath.Join(dir, file.Name()))
		switch {
		case err != nil:
			notes = append(notes, fmt.Sprintf("left out: %v", err))
		case !r.Finished:
			notes = append(notes, fmt.Sprintf("left out: %s was interrupted", r.Path))
		default:
			records = append(records, r)
		}
	}
	if len(records) == 0 {
		folder := ""
		if _, missing := os.Stat(dir); missing != nil {
			folder = "mkdir -p" + legible.Words(dir) + " && "
		}
		err = fmt.Errorf("%s has no record; make one with: %sjudge bench --out%s", dir, folder,
			legible.Words(filepath.Join(dir, "FILE.txt")))
	}
	return records, notes, err
}

// MachineOf is the machine whose times are shown: this one or, with a note, that of the newest record if there is none
// of this one.
func MachineOf(records []*record.Record, here record.Machine) (machine record.Machine, note string) {
	if slices.ContainsFunc(records, func(r *record.Record) bool { return len(r.Machine.Apart(here)) == 0 }) {
		return here, ""
	}
	newest := slices.MaxFunc(records, func(x, y *record.Record) int { return x.Run.Date.Compare(y.Run.Date) })
	return newest.Machine, fmt.Sprintf("no record is of this machine; times are those of the machine of the newest, "+
		"%s (%s)", newest.Path, strings.Join(newest.Machine.Apart(here), ", "))
}

// Commits are those of a checkout, by hash. Without git, which a note says, the records' own dates order them.
func Commits(ctx context.Context, root string) (known map[string]Commit, note string) {
	log, err := checkout.Log(ctx, root)
	if err != nil {
		note = fmt.Sprintf("note: the order of the commits is not known, and that of the records' dates is shown: %v",
			err)
	}
	known = make(map[string]Commit)
	for place, c := range log {
		known[c.Hash] = Commit{Date: c.Date, Place: place, Subject: c.Subject}
	}
	return known, note
}
