package grade

import "time"

// Part says which part of a run results are: the submissions of one of several shards. Parts can be merged only if they
// agree on what it holds.
type Part struct {
	Index, Count int   // shard 2 of 5; from 1
	Submissions  int   // of all shards
	Places       []int // of the submissions of this one among them, from 0

	Content  string // digest of all that was selected: problems, submissions, tests and their files
	Judge    string // the version of the judge
	Settings Settings
}

// Settings are the flags that decide the verdicts and the exit status of a run. Content holds what the patterns select.
type Settings struct {
	Package    string // the name of the package's folder or file; "" for a checkout
	All, First bool
	TimeLimit  time.Duration // 0 for the problems' own
	AllowSkips bool
}
