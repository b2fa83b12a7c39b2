package report

import (
	"dlxjudge/judge/decide/grade"
)

// shard says in the JSON document which shard of a run it is of, and holds what judge merge compares.
type shard struct {
	Index       int      `json:"index"` // from 1
	Count       int      `json:"count"`
	Submissions int      `json:"submissions"` // of all shards
	Places      []int    `json:"places"`      // of each submission of this one among them, from 0
	Content     string   `json:"content"`     // digest of all that was selected
	Judge       string   `json:"judge"`
	Settings    settings `json:"settings"`
}

// settings are the flags on which verdicts and the exit status depend.
type settings struct {
	Package     string  `json:"package"`
	All         bool    `json:"all"`
	First       bool    `json:"first"`
	TimeSeconds float64 `json:"time_limit_seconds"`
	AllowSkips  bool    `json:"allow_skips"`
}

func shardOf(p grade.Part) *shard {
	s := p.Settings
	return &shard{
		Index: p.Index, Count: p.Count, Submissions: p.Submissions, Places: append([]int{}, p.Places...),
		Content: p.Content, Judge: p.Judge,
		Settings: settings{s.Package, s.All, s.First, s.TimeLimit.Seconds(), s.AllowSkips},
	}
}

func (s shard) read() *grade.Part {
	return &grade.Part{
		Index: s.Index, Count: s.Count, Submissions: s.Submissions, Places: s.Places,
		Content: s.Content, Judge: s.Judge,
		Settings: grade.Settings{
			Package: s.Settings.Package, All: s.Settings.All, First: s.Settings.First,
			TimeLimit: duration(s.Settings.TimeSeconds), AllowSkips: s.Settings.AllowSkips,
		},
	}
}
