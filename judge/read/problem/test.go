package problem

import "path"

// Group is the folder that the test is in: "sample", "secret/hard".
func (t Test) Group() string { return path.Dir(t.Name) }
