package compare

import (
	"cmp"
	"fmt"
	"slices"

	"dlxjudge/judge/measure/record"
)

// Newest reads the records (*.txt) in a folder, which need not exist. Of machine m's records with any of the keys, it
// returns the one of the latest commit; nil if there is none. If counts is set, the record must hold exact counts; if
// not, enough times. Rejected has one message for each newer or invalid record, with its path and the reason. Valid
// records of other machines are ignored.
func Newest(dir string, m record.Machine, keys []record.Key, counts bool) (newest *record.Record, rejected []string,
	err error) {
	records, rejected, err := record.Folder(dir)
	if err != nil {
		return nil, nil, err
	}
	records = slices.DeleteFunc(records, func(r *record.Record) bool { return len(m.Apart(r.Machine)) > 0 })
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

// lacks says why a record is not usable; "" if it is.
func lacks(r *record.Record, keys []record.Key, counts bool) string {
	has := r.Keys()
	known := slices.DeleteFunc(slices.Clone(keys), func(k record.Key) bool { return !slices.Contains(has, k) })
	enough := slices.ContainsFunc(known, func(k record.Key) bool {
		if counts {
			return len(r.Values(k, record.Nodes))+len(r.Values(k, record.Statements)) > 0
		}
		return len(r.Values(k, record.CPU)) >= MinSamples
	})
	switch {
	case !r.Finished:
		return "was interrupted"
	case len(known) == 0:
		return "has none of the tests that are measured"
	case !enough && counts:
		return "has no exact counts of them"
	case !enough:
		return fmt.Sprintf("has fewer than %d samples of each", MinSamples)
	}
	return ""
}
