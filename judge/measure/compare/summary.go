package compare

import (
	"slices"

	"dlxjudge/judge/measure/record"
)

// Summary sums up one record, as tables whose rows have only Now.
func Summary(r *record.Record) []Table {
	all := seriesOf(r)
	keys := r.Keys()
	slices.SortFunc(keys, record.Key.Compare)
	var tables []Table
	for _, u := range compared {
		t := Table{Unit: u}
		for _, k := range keys {
			if _, f, known := all.figure(k, u); known {
				t.Rows = append(t.Rows, Row{Key: k, Now: f, StartUp: mostlyStartUp(r, k, u, f)})
			}
		}
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// mostlyStartUp reports whether a figure, of a test or the mean of several, is a time that is mostly start-up.
func mostlyStartUp(r *record.Record, k record.Key, u record.Unit, f Figure) bool {
	return u == record.CPU && !k.IsControl() && r.MostlyStartUp(k.Program(), f.Center)
}
