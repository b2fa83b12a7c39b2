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
func (r *run) weigh(ctx context.Context) error {
	all, _, err := r.Conn.Offers(ctx)
	if err != nil {
		return err
	}
	r.offers = all
	others := 0 // workers of other versions
	for _, w := range all {
		if w.Version != version.Judge() {
			others++
			r.sayOnce("worker %s has judge %s, this client has %s, so it gets no work from here: build both from one "+
				"commit", wire.Brief(w.Worker), wire.Brief(w.Version), version.Judge())
		}
	}
	wait := r.Wait
	if others > 0 && others == len(all) {
		wait = r.WaitOurs
	}
	if others > 0 && others == len(all) && wait == 0 {
		return fmt.Errorf("all workers of this cluster (%d) have other versions of the judge: build all programs from "+
			"one commit, or wait for a worker of this one with --wait SECONDS", others)
	}
	left := make(map[string][]int) // places, by their needs
	for place, ask := range r.asks {
		if ask.Parcel != "" && r.known[place] == nil {
			left[ask.Needs.ID()] = append(left[ask.Needs.ID()], place)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		needs := r.asks[left[id][0]].Needs
		if slices.ContainsFunc(all, needs.Met) {
			delete(r.waiting, id)
			continue
		}
		since, before := r.waiting[id]
		if !before {
			since = time.Now()
			r.waiting[id] = since
		}
		missing := missingIn(all, needs)
		reason := "no " + strings.Replace(missing, " that offers ", " offers ", 1)
		if waited := time.Since(since); waited < wait {
			r.sayOnce("%s yet; waiting %v for one (--wait)", reason, wait)
			continue
		}
		if !before {
			continue // one look may miss an offer that is replaced in that moment
		}
		for _, place := range left[id] { // when the run ends, its work is purged
			s := r.blanks[place]
			s.Missing, s.Message = missing, "not judged: "+reason
			r.set(place, s)
		}
	}
	return nil
}

// missingIn says what is missing for a need: any worker, or one with this judge, of a group, or that offers a language
// or several together.
func missingIn(all []wire.Offer, need wire.Needs) string {
	fitting := slices.Clone(all)
	if len(fitting) == 0 {
		return "worker"
	}
	fitting = slices.DeleteFunc(fitting, func(w wire.Offer) bool { return w.Version != need.Version })
	if len(fitting) == 0 {
		return "worker with judge " + need.Version
	}
	var sick []string
	fitting = slices.DeleteFunc(fitting, func(w wire.Offer) bool {
		if w.Paused != "" {
			sick = append(sick, wire.Brief(w.Worker)+": "+wire.Brief(w.Paused))
		}
		return w.Paused != ""
	})
	if len(fitting) == 0 {
		return "worker that can judge (" + strings.Join(sick, "; ") + ")"
	}
	if need.Group != "" {
		fitting = slices.DeleteFunc(fitting, func(w wire.Offer) bool { return w.Group != need.Group })
		if len(fitting) == 0 {
			return "worker of group " + need.Group
		}
	}
	var lacking []string
	for _, language := range need.Languages {
		if !slices.ContainsFunc(fitting, func(w wire.Offer) bool { return slices.Contains(w.Languages, language) }) {
			lacking = append(lacking, language)
		}
	}
	if lacking == nil { // one worker has this, another that
		lacking = need.Languages
	}
	said := "worker that offers " + strings.Join(lacking, " and ")
	if need.Group != "" {
		said += " in group " + need.Group
	}
	return said
}

// sum puts the results together, in the order of the entries.
func (r *run) sum(elapsed time.Duration, interrupted bool) grade.Results {
	results := grade.Results{Elapsed: elapsed, Interrupted: interrupted}
	var backends []string
	for machine := range r.used {
		backends = append(backends, wire.Brief(machine.Backend))
		for _, w := range r.offers {
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
	for place, known := range r.known {
		if known != nil {
			results.Submissions = append(results.Submissions, *known)
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
