package client

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/spread/wire"
)

// weigh checks which workers can do the work that is left. Work that no worker has offered to do for a while is not
// judged.
func (r *run) weigh(ctx context.Context, all []offered) error {
	r.workers = all
	ours, others := 0, 0 // workers
	for _, w := range all {
		switch {
		case !w.live:
		case w.Version == version.Judge():
			ours++
		default:
			others++
			r.sayOnce("worker %s has judge %s, this client has %s, so it gets no work from here: build both from "+
				"one commit", brief(w.Machine.Worker), brief(w.Version), version.Judge())
		}
	}
	r.alive.Store(int64(ours + others))
	wait := r.wait
	if ours == 0 && others > 0 {
		wait = r.waitOurs
	}
	for _, need := range r.needs() {
		id := need.ID()
		places := r.openWith(id)
		if len(places) == 0 || slices.ContainsFunc(all, func(w offered) bool { return w.live && need.Met(w.Offer) }) {
			delete(r.waiting, id)
			continue
		}
		since, before := r.waiting[id]
		if !before {
			since = time.Now()
			r.waiting[id] = since
		}
		missing := missingIn(all, need)
		reason := "no " + strings.Replace(missing, " that offers ", " offers ", 1)
		if waited := time.Since(since); waited < wait {
			r.sayOnce("%s yet; waiting %v for one (--wait)", reason, wait)
			continue
		}
		if !before {
			continue // one look may miss an offer: see wire.Entries
		}
		if err := r.purge(ctx, wire.NeedWork(id, r.list.Run)); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue // the next call does it
		}
		for _, place := range places {
			s := r.blanks[place]
			s.Missing, s.Message = missing, "not judged: "+reason
			r.answers.set(place, answer{s})
		}
		r.tell()
	}
	return nil
}

// openWith are the places without a result that have a need.
func (r *run) openWith(need string) []int {
	var places []int
	for i, ask := range r.list.Asks {
		if ask.asked() && ask.Need.ID() == need && !r.answers.has(i) {
			places = append(places, i)
		}
	}
	return places
}

// missingIn says what is missing for a need: any worker, or one with this judge, of a class, or that offers a language
// or several together.
func missingIn(all []offered, need wire.Need) string {
	fitting := slices.DeleteFunc(slices.Clone(all), func(w offered) bool { return !w.live })
	if len(fitting) == 0 {
		return "worker"
	}
	fitting = slices.DeleteFunc(fitting, func(w offered) bool { return w.Version != need.Version })
	if len(fitting) == 0 {
		return "worker with judge " + need.Version
	}
	var sick []string
	fitting = slices.DeleteFunc(fitting, func(w offered) bool {
		if w.Paused != "" {
			sick = append(sick, brief(w.Machine.Worker)+": "+brief(w.Paused))
		}
		return w.Paused != ""
	})
	if len(fitting) == 0 {
		return "worker that can judge (" + strings.Join(sick, "; ") + ")"
	}
	if need.Class != "" {
		fitting = slices.DeleteFunc(fitting, func(w offered) bool { return w.Machine.Class() != need.Class })
		if len(fitting) == 0 {
			return "worker of class " + need.Class
		}
	}
	var lacking []string
	for _, language := range need.Languages {
		if !slices.ContainsFunc(fitting, func(w offered) bool { return slices.Contains(w.Languages, language) }) {
			lacking = append(lacking, language)
		}
	}
	if lacking == nil { // one worker has this, another that
		lacking = need.Languages
	}
	said := "worker that offers " + strings.Join(lacking, " and ")
	if need.Class != "" {
		said += " in class " + need.Class
	}
	return said
}

// lastWords are the last errors of the workers that were seen judging a place or, if there was none, of all.
func (r *run) lastWords(place int) string {
	var said []string
	workers := slices.Clone(r.workers)
	slices.SortStableFunc(workers, func(a, b offered) int { return b.Seen.Compare(a.Seen) })
	heard := r.progress[place].Worker
	slices.SortStableFunc(workers, func(a, b offered) int {
		return order(b.Machine.Worker == heard) - order(a.Machine.Worker == heard)
	})
	for _, w := range workers {
		const most = 3
		if w.LastWords != "" && w.Version == version.Judge() && len(said) < most {
			said = append(said, fmt.Sprintf("%s: %s", brief(w.Machine.Worker), brief(w.LastWords)))
		}
	}
	if said == nil {
		return "; no worker says why"
	}
	return "; last words of workers: " + strings.Join(said, "; ")
}

func order(first bool) int {
	if first {
		return 1
	}
	return 0
}

// sayOnce prints something once in a run.
func (r *run) sayOnce(format string, args ...any) {
	if said := fmt.Sprintf(format, args...); !r.warned[said] {
		r.warned[said] = true
		r.say("%s", said)
	}
}

// sum puts the results together, in the order of the entries.
func (r *run) sum(elapsed time.Duration, interrupted bool) grade.Results {
	results := grade.Results{Elapsed: elapsed, Interrupted: interrupted}
	var backends []string
	for _, machine := range r.used {
		backends = append(backends, brief(machine.Backend))
		for _, w := range r.workers {
			if w.Machine == machine {
				results.Jobs = max(results.Jobs, w.Jobs)
			}
		}
	}
	slices.Sort(backends)
	results.Backend = strings.Join(slices.Compact(backends), ", ")
	results.Measures = sandbox.Joined(slices.SortedFunc(maps.Keys(r.measured), func(a, b sandbox.Measures) int {
		return cmp.Or(cmp.Compare(a.CPU, b.CPU), cmp.Compare(a.Wall, b.Wall), cmp.Compare(a.Memory, b.Memory))
	}))
	for place, known := range r.answers.known {
		if known != nil {
			results.Submissions = append(results.Submissions, known.Submission)
			continue
		}
		s := r.blanks[place]
		s.Message = "not built: interrupted"
		if p := r.progress[place]; p.Step == judging {
			s.Interrupted, s.Message = true, fmt.Sprintf("interrupted after %d/%d", p.Done, p.Total)
		}
		results.Submissions = append(results.Submissions, s)
	}
	return results
}
