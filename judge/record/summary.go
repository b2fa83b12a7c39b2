package record

import "slices"

// Tables sum up one record, in the form of a comparison whose rows have nothing to compare with: Now alone is filled in.
func (r *Record) Tables() []Table {
	all := r.series()
	keys := r.keys()
	slices.SortFunc(keys, Key.Compare)
	var tables []Table
	for _, u := range compared {
		t := Table{Unit: u}
		for _, k := range keys {
			if _, f, known := all.figure(k, u); known {
				t.Rows = append(t.Rows, Row{Key: k, Now: f, StartUp: r.startsUp(k, u, f)})
			}
		}
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// startsUp reports whether a figure, of a test or the mean of several, is a time that is mostly start-up.
func (r *Record) startsUp(k Key, u Unit, f Figure) bool {
	return u == CPU && !k.IsStartUp() && r.MostlyStartUp(k.Program(), f.Center)
}
