package compare

import (
	"cmp"
	"fmt"
	"slices"

	"dlxjudge/judge/measure/record"
)

// Newest reads the records (*.txt) in a folder, which need not exist. It returns machine m's usable record of the
// latest commit, or nil if there is none. A usable record is finished. It has exact counts (if counts is set) or enough
// samples (if not) for at least one of the keys. Newest also returns why each newer record of m, and each invalid
// record, was not used. Valid records of other machines are ignored.
func Newest(dir string, m record.Machine, keys []record.Key, counts bool) (newest *record.Record, rejected []string,
	err error) {
	records, rejected, err := record.Folder(dir)
	if err != nil {
		return nil, nil, err
	}
	records = slices.DeleteFunc(records, func(r *record.Record) bool { return !m.Here(r.Machine) })
	slices.SortStableFunc(records, func(a, b *record.Record) int {
		return cmp.Or(b.Run.Age().Compare(a.Run.Age()), b.Run.Date.Compare(a.Run.Date))
	})
	for _, r := range records {
		lack := lacks(r, keys, counts)
		if lack == "" {
			return r, rejected, nil
		}
		rejected = append(rejected, r.Path+" "+lack)
	}
	return nil, rejected, nil
}

// lacks says why a record is not usable. It returns "" if the record is usable.
func lacks(r *record.Record, keys []record.Key, counts bool) string {
	has := r.Keys()
	known := slices.DeleteFunc(slices.Clone(keys), func(k record.Key) bool { return !slices.Contains(has, k) })
	enough := slices.ContainsFunc(known, func(k record.Key) bool {
		if counts {
			return counted(r, k)
		}
		return len(r.Values(k, record.CPU)) >= MinSamples
	})
	switch {
	case !r.Finished:
		return "was interrupted"
	case len(known) == 0:
		return "has none of the measured tests"
	case !enough && counts:
		return "has no exact counts of the measured tests"
	case !enough:
		return fmt.Sprintf("has no measured test with %d samples or more", MinSamples)
	}
	return ""
}
