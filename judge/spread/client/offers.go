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

// checkWorkers checks which workers can do the remaining work. It gives up on work if no suitable worker appears within
// r.Wait.
func (r *run) checkWorkers(ctx context.Context) error {
	all, err := r.Conn.Offers(ctx)
	if err != nil {
		return err
	}
	sameVersion := func(w wire.Offer) bool { return w.Version == version.Judge() }
	if len(all) > 0 && !slices.ContainsFunc(all, sameVersion) {
		return fmt.Errorf("all workers of this cluster (%d) have other versions of the judge than this client, "+
			"such as %s (here %s): build all programs from one commit", len(all), wire.Brief(all[0].Version),
			version.Judge())
	}
	for _, w := range all {
		if !sameVersion(w) {
			r.sayOnce("worker %s gets no work from this client: it has judge %s, this client has %s; build both "+
				"from one commit", wire.Brief(w.Worker), wire.Brief(w.Version), version.Judge())
		}
	}
	left := make(map[string][]*item) // by the ID of their needs
	for _, i := range r.items {
		if i.known == nil {
			left[i.ask.Needs.ID()] = append(left[i.ask.Needs.ID()], i)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		needs := left[id][0].ask.Needs
		if slices.ContainsFunc(all, needs.MetBy) {
			delete(r.waiting, id)
			continue
		}
		since, before := r.waiting[id]
		if !before {
			since = time.Now()
			r.waiting[id] = since
		}
		missing := missingIn(all, needs)
		reason := "no " + missing
		if waited := time.Since(since); waited < r.Wait {
			r.sayOnce("%s; waiting %v for one (--wait)", reason, r.Wait)
			continue
		}
		if !before {
			continue // do not give up after one check: it may have missed an offer that was being replaced
		}
		for _, i := range left[id] { // their work is purged when the run ends
			s := i.blank
			s.Missing, s.Message = missing, "not judged: "+reason
			r.set(i, s)
		}
	}
	return nil
}

// missingIn describes the worker that is needed but missing, and names the workers that are paused.
func missingIn(all []wire.Offer, need wire.Needs) string {
	if len(all) == 0 {
		return "worker"
	}
	text := "worker"
	if need.Group != "" {
		text += " of group " + need.Group
	}
	if len(need.Languages) > 0 {
		text += " with " + strings.Join(need.Languages, " and ")
	}
	for _, w := range all {
		if w.Paused != "" {
			text += fmt.Sprintf("; %s is paused: %s", wire.Brief(w.Worker), wire.Brief(w.Paused))
		}
	}
	return text
}

// combine combines the results, in the order of the entries.
func (r *run) combine(elapsed time.Duration, interrupted bool) grade.Results {
	results := grade.Results{Elapsed: elapsed, Interrupted: interrupted}
	var backends []string
	for machine := range r.used {
		backends = append(backends, wire.Brief(machine.Backend))
		results.Jobs = max(results.Jobs, machine.Jobs)
	}
	slices.Sort(backends)
	results.Backend = strings.Join(slices.Compact(backends), ", ")
	results.Measures = sandbox.Joined(slices.SortedFunc(maps.Keys(r.measured), func(a, b sandbox.Measures) int {
		return cmp.Or(cmp.Compare(a.CPU, b.CPU), cmp.Compare(a.Wall, b.Wall), cmp.Compare(a.Memory, b.Memory))
	}))
	for _, i := range r.items {
		s := i.blank
		switch p := i.progress; {
		case i.known != nil:
			s = *i.known
		case p.Step == judging:
			s.Interrupted, s.Message = true, fmt.Sprintf("interrupted after %d/%d", p.Done, p.Total)
		default:
			s.Message = "not built: interrupted"
		}
		results.Submissions = append(results.Submissions, s)
	}
	return results
}
