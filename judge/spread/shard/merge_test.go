package shard

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// parts returns the parts of a run of seven submissions in three shards. The third shard is empty.
func parts() []Part {
	var all []Part
	for i, places := range [][]int{{0, 3, 4}, {1, 2, 5, 6}, nil} {
		r := grade.Results{
			Backend: "linux", Measures: sandbox.Measures{CPU: "rusage", Wall: "clock",
				Memory: fmt.Sprintf("VmHWM; cgroup v%d", 1+i%2)},
			Jobs: i + 1, Elapsed: time.Duration(10-i) * time.Second, Commit: "0123456789abcdef", Dirty: i == 1,
			Part: &grade.Part{Index: i + 1, Count: 3, Submissions: 7, Places: places, Content: "content",
				Judge: "v1.2.0"},
		}
		for _, place := range places {
			r.Submissions = append(r.Submissions, grade.Submission{Problem: "p", Name: fmt.Sprint(place),
				Verdict: problem.AC, Expected: true})
		}
		all = append(all, Part{fmt.Sprintf("part%d.json", i+1), r})
	}
	return all
}

func TestMerge(t *testing.T) {
	want := grade.Results{
		Backend: "linux", Measures: sandbox.Measures{CPU: "rusage", Wall: "clock",
			Memory: "VmHWM; cgroup v1, or VmHWM; cgroup v2"},
		Jobs: 3, Elapsed: 10 * time.Second, Commit: "0123456789abcdef", Dirty: true,
	}
	for place := range 7 {
		want.Submissions = append(want.Submissions, grade.Submission{Problem: "p", Name: fmt.Sprint(place),
			Verdict: problem.AC, Expected: true})
	}
	all := parts()
	for range 3 { // in whatever order they are named
		got, err := Merge(all)
		judgetest.Check(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		all = append(all[1:], all[0])
	}
}

func TestMergeRefuses(t *testing.T) {
	for want, change := range map[string]func([]Part) []Part{
		"no parts; name the files": func([]Part) []Part { return nil },
		"part2.json is a whole run, not a part of one; name the files that judge run --shard --json wrote": func(p []Part) []Part {
			p[1].Results.Part = nil
			return p
		},
		"no file of shard 2/3 is named, only part1.json and part3.json; name the files of all 3 shards": func(p []Part) []Part {
			return slices.Delete(p, 1, 2)
		},
		"no file of shard 1/3 or 3/3 is named, only part2.json; name the files of all 3 shards": func(p []Part) []Part {
			return p[1:2]
		},
		"part2.json and part2.json are the same shard, 2/3; name one of them": func(p []Part) []Part {
			return append(p, p[1])
		},
		"part1.json and part3.json are not parts of one run: one is a shard of 3, the other of 4": func(p []Part) []Part {
			p[2].Results.Part.Count = 4
			return p
		},
		"part1.json and part2.json are not parts of one run: one judged commit 0123456789ab, the other an " +
			"unknown commit; judge all shards on one commit": func(p []Part) []Part {
			p[1].Results.Commit = ""
			return p
		},
		"one was judged by judge v1.2.0, the other by v1.3.0; use the same program for all shards": func(p []Part) []Part {
			p[1].Results.Part.Judge = "v1.3.0"
			return p
		},
		"one was judged without flags, the other with --package sum --all --first --allow-skips --time-limit " +
			"2.5; give all shards the same flags": func(p []Part) []Part {
			p[2].Results.Part.Settings = grade.Settings{Package: "sum", All: true, First: true, AllowSkips: true,
				TimeLimit: grade.Seconds(2500 * time.Millisecond)}
			return p
		},
		"their submissions, tests or files differ": func(p []Part) []Part {
			p[1].Results.Part.Content = "other"
			return p
		},
		"one was judged in the sandbox linux, the other in portable; choose one with --backend": func(p []Part) []Part {
			p[1].Results.Backend = "portable"
			return p
		},
		"part2.json was interrupted: judge shard 2/3 again": func(p []Part) []Part {
			p[1].Results.Interrupted, p[1].Results.Commit = true, "" // git was not asked any more
			return p
		},
		"part1.json: there is no shard 4 of 3; the file was changed": func(p []Part) []Part {
			p[0].Results.Part.Index = 4
			return p
		},
		"part2.json: it has 4 submissions and 3 places for them; the file was changed": func(p []Part) []Part {
			p[1].Results.Part.Places = []int{1, 2, 5}
			return p
		},
		"part2.json: there is no place 7 among 7 submissions": func(p []Part) []Part {
			p[1].Results.Part.Places = []int{1, 2, 5, 7}
			return p
		},
		"part2.json: there is no place -1 among 7 submissions": func(p []Part) []Part {
			p[1].Results.Part.Places = []int{1, 2, 5, -1}
			return p
		},
		"part1.json and part2.json overlap; the shards were split in different ways: give all of them the same --times": func(p []Part) []Part {
			p[1].Results.Part.Places = []int{1, 2, 5, 0}
			return p
		},
		"7 of 8 submissions are in part1.json, part2.json and part3.json; the shards were split in different ways": func(p []Part) []Part {
			for i := range p {
				p[i].Results.Part.Submissions = 8
			}
			return p
		},
	} {
		if _, err := Merge(change(parts())); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// FuzzMerge: whatever numbers the parts have, the merged results hold each of their submissions once, in its place.
func FuzzMerge(f *testing.F) {
	f.Add([]byte{1, 3, 7, 0, 3, 4}, []byte{2, 3, 7, 1, 2, 5, 6}, []byte{3, 3, 7})
	f.Add([]byte{1, 2, 1, 0}, []byte{2, 2, 1}, []byte{})
	f.Add([]byte{1, 2, 255}, []byte{2, 2, 255, 128}, []byte{1, 1, 1, 0})
	f.Fuzz(func(t *testing.T, a, b, c []byte) {
		var all []Part
		for i, numbers := range [][]byte{a, b, c} {
			if len(numbers) < 3 {
				continue
			}
			part := grade.Part{Index: int(int8(numbers[0])), Count: int(int8(numbers[1])),
				Submissions: int(int8(numbers[2]))}
			results := grade.Results{Part: &part}
			for _, place := range numbers[3:] {
				part.Places = append(part.Places, int(int8(place)))
				results.Submissions = append(results.Submissions, grade.Submission{Problem: "p",
					Name: fmt.Sprint(place)})
			}
			all = append(all, Part{fmt.Sprint(i), results})
		}
		whole, err := Merge(all)
		if err != nil {
			return
		}
		for place, s := range whole.Submissions {
			if s.Name != fmt.Sprint(place) {
				t.Errorf("%v %v %v: in place %d is %q", a, b, c, place, s.Name)
			}
		}
	})
}
