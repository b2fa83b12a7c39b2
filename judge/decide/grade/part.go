package grade

import "time"

// Part says which part of a run results are: the submissions of one of several shards. It holds what must be the same
// in all of them for the results to be put together again.
type Part struct {
	Index, Count int   // shard 2 of 5; from 1
	Submissions  int   // of all shards
	Places       []int // of the submissions of this one among them, from 0

	Content  string // digest of all that was selected: problems, submissions, tests and their files
	Split    string // digest of which shard judges what
	Judge    string // the version of the judge
	Settings Settings
}

// Settings are the flags of a run on which its verdicts and its exit status depend. What the patterns select, Content
// holds.
type Settings struct {
	Package    string // the name of the package's folder or file; "" for a checkout
	All, First bool
	TimeLimit  time.Duration // 0 for the problems' own
	AllowSkips bool
}
