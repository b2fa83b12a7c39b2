package compare

import (
	"cmp"
	"fmt"
	"slices"

	"dlxjudge/judge/measure/record"
)

// Newest reads the records (*.txt) in a folder and returns machine m's record with the latest commit that holds any of
// the keys; nil if there is none. With counts, only exact counts are compared. Passed lists the records that it
// rejected, each as a sentence with the path and the reason. It omits records of other machines. The folder need not
// exist.
func Newest(dir string, m record.Machine, keys []record.Key, counts bool) (*record.Record, []string, error) {
	records, passed, err := record.Folder(dir)
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
			return r, passed, nil
		}
		passed = append(passed, r.Path+" "+lack)
	}
	return nil, passed, nil
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
