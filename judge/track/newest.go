package track

import "path/filepath"

// Newest reads the records in a folder and returns the latest one whose times can be compared with those of a machine; nil
// if there is none.
func Newest(dir string, m Machine) (*Record, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	var newest *Record
	for _, path := range paths {
		r, err := Read(path)
		if err != nil {
			return nil, err
		}
		if len(m.Apart(r.Machine)) == 0 && (newest == nil || r.Run.Date.After(newest.Run.Date)) {
			newest = r
		}
	}
	return newest, nil
}

// HasCounts reports whether the record holds exact counts, which are compared across machines.
func (r *Record) HasCounts() bool {
	for _, s := range r.Samples {
		for u := range s.Values {
			if u.Exact() {
				return true
			}
		}
	}
	return false
}
