// Package wire is the protocol of a cluster: names of streams and subjects, messages, and how a connection is opened.
// It knows NATS, and neither problems nor verdicts.
//
// A client asks for work, a submission for each message, and a worker answers each with a result:
//
//	stream JUDGE_WORK     judge.work.<need>.<run>.<place>   a Work each, given to one worker that offers the need
//	stream JUDGE_RESULTS  judge.result.<run>.<place>        a Result each; the first for a subject stays
//	stream JUDGE_LOST     the server's advisories of work that was given out MaxDeliver times and never done
//	stream JUDGE_FAILURES what went wrong at workers, the last of each
//	bucket judge-needs    need → Need: what work wants of a worker; a consumer of JUDGE_WORK for each
//	bucket judge-runs     run → Run: whether somebody still wants it
//	bucket judge-workers  name of a worker → Offer, every few seconds
//	bucket judge-files    digest → block of files; clients write, workers read
//	bucket judge-outcomes digest → block of what results consist of; workers write, clients read
//	judge.progress.<run>.<place>, judge.wake   not kept: how far a submission is, and which needs may have work
//	judge.make.<stream>, judge.again           ask the server for a consumer, and to put work back
//
// Messages carry digests, limits and names of tests; bytes of files go through the last two buckets, in blocks of less
// than 1 MiB.
package wire

import (
	"fmt"
	"strconv"
	"strings"
)

// The names of streams and buckets.
const (
	WorkStream    = "JUDGE_WORK"
	ResultStream  = "JUDGE_RESULTS"
	LostStream    = "JUDGE_LOST"
	progress      = "JUDGE_PROGRESS" // no such stream exists, so no stream has a message that names it
	NeedBucket    = "judge-needs"
	RunBucket     = "judge-runs"
	WorkerBucket  = "judge-workers"
	FileBucket    = "judge-files"
	OutcomeBucket = "judge-outcomes"
)

// WorkSubject is where a submission of a run is asked for.
func WorkSubject(need, run string, place int) string {
	return fmt.Sprintf("judge.work.%s.%s.%d", need, run, place)
}

// NeedSubjects are all subjects of work with a need.
func NeedSubjects(need string) string { return "judge.work." + need + ".>" }

// NeedWork are all subjects of the work of a run with a need.
func NeedWork(need, run string) string { return "judge.work." + need + "." + run + ".*" }

// LostSubject is where the server publishes that work with a need was given out too often.
func LostSubject(need string) string { return lostWork + "." + need }

// RunWork are all subjects of the work of a run.
func RunWork(run string) string { return "judge.work.*." + run + ".*" }

// ResultSubject is where the result for a submission of a run is published.
func ResultSubject(run string, place int) string {
	return fmt.Sprintf("judge.result.%s.%d", run, place)
}

// RunResults are all subjects of the results of a run.
func RunResults(run string) string { return "judge.result." + run + ".>" }

// ProgressSubject is where a worker publishes the progress of a submission.
func ProgressSubject(run string, place int) string {
	return fmt.Sprintf("judge.progress.%s.%d", run, place)
}

// RunProgress are all subjects of the progress of a run.
func RunProgress(run string) string { return "judge.progress." + run + ".>" }

// Place reads the run and the place from a subject of work, of a result or of progress.
func Place(subject string) (run string, place int, err error) {
	parts := strings.Split(subject, ".")
	if len(parts) < 4 || len(parts) > 5 || parts[0] != "judge" || parts[1] == "work" && len(parts) != 5 {
		return "", 0, fmt.Errorf("%q is no subject of a run", subject)
	}
	if parts = parts[2:]; strings.HasPrefix(subject, "judge.work.") {
		parts = parts[1:] // after the need
	}
	if place, err = strconv.Atoi(parts[1]); err != nil || place < 0 {
		return "", 0, fmt.Errorf("%q is no subject of a run", subject)
	}
	return parts[0], place, nil
}
