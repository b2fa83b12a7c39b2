package compare

import (
	"cmp"
	"fmt"
	"slices"

	"dlxjudge/judge/measure/record"
)

// Use says what a base is needed for.
type Use struct {
	Keys   []record.Key // what is measured
	Counts bool         // only exact counts are compared
}

// Newest reads the records (*.txt) in a folder and returns machine m's usable record with the latest commit, nil if
// there is none. Passed lists the records that it rejected, each as a sentence with the path and the reason. It omits
// records of other machines. The folder need not exist.
func Newest(dir string, m record.Machine, u Use) (*record.Record, []string, error) {
	records, passed, err := record.Folder(dir)
	if err != nil {
		return nil, nil, err
	}
	records = slices.DeleteFunc(records, func(r *record.Record) bool { return len(m.Apart(r.Machine)) > 0 })
	slices.SortStableFunc(records, func(a, b *record.Record) int {
		return cmp.Or(b.Run.Age().Compare(a.Run.Age()), b.Run.Date.Compare(a.Run.Date))
	})
	for _, r := range records {
		lack := lacks(r, u)
		if lack == "" {
			return r, passed, nil
		}
		passed = append(passed, r.Path+" "+lack)
	}
	return nil, passed, nil
}

// lacks says why a record is not usable; "" if it is.
func lacks(r *record.Record, u Use) string {
	if !r.Finished {
		return "was interrupted"
	}
	has := r.Keys()
	known := slices.DeleteFunc(slices.Clone(u.Keys), func(k record.Key) bool { return !slices.Contains(has, k) })
	enough := func(k record.Key) bool { return len(r.Values(k, record.CPU)) >= MinSamples }
	lack := fmt.Sprintf("has fewer than %d samples of each", MinSamples)
	if u.Counts {
		enough = func(k record.Key) bool {
			return len(r.Values(k, record.Nodes))+len(r.Values(k, record.Statements)) > 0
		}
		lack = "has no exact counts of them"
	}
	switch {
	case len(known) == 0:
		return "has none of the tests that are measured"
	case !slices.ContainsFunc(known, enough):
		return lack
	}
	return ""
}
