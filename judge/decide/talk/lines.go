package talk

import (
	"io"
	"os"
	"sync/atomic"
	"time"
)

// pipe is a pipe between this process and a program, or between two programs. While this process keeps an end open, the
// program at the other end sees no end of file.
type pipe struct{ read, write *os.File }

// Programs may reopen standard files through /proc. The mode bits of a pipe allow only its own direction: a submission
// that read its own output would race with the checker.
const (
	spoken = 0o222 // by the program at the writing end, which may be another user
	heard  = 0o444
)

// pipeBytes is the most bytes that can be unread in each direction.
const pipeBytes = 1 << 20

func newPipe(mode os.FileMode, bytes int) (pipe, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return pipe{}, err
	}
	widen(w, bytes)
	r.Chmod(mode) // some systems have no modes for pipes
	return pipe{r, w}, nil
}

func (p pipe) close() {
	if p.read != nil {
		p.read.Close()
		p.write.Close()
	}
}

// lines connects the two programs, with one pipe for each direction or, with a relay, two of half the size. A relay
// records a transcript, and shows that a program has closed its output where nothing else does.
type lines struct {
	fromSubmission, toChecker pipe
	fromChecker, toSubmission pipe

	// from the submission to the checker, and back; nil without a relay
	there, back *relay
	unseen      bool          // only a relay shows that a program has closed its output
	deaf        bool          // the checker's output is dropped
	news        chan struct{} // receives a value when a relay ends
	count       atomic.Int64  // dropped bytes of the checker
	unheard     atomic.Int64  // dropped bytes of the submission
}

func newLines(transcript *Transcript, relayed bool) (l *lines, err error) {
	l = &lines{news: make(chan struct{}, 2), unseen: relayed}
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	theirs, bytes := os.FileMode(heard), pipeBytes // for the submission; the checker need not reopen it
	if relayed = relayed || transcript != nil; relayed {
		theirs, bytes = spoken, pipeBytes/2
	}
	if l.fromSubmission, err = newPipe(spoken, bytes); err != nil {
		return nil, err
	}
	if l.fromChecker, err = newPipe(theirs, bytes); err != nil {
		return nil, err
	}
	l.toChecker, l.toSubmission = l.fromSubmission, l.fromChecker
	if !relayed {
		return l, nil
	}
	l.toChecker, l.toSubmission = pipe{}, pipe{}
	if l.toChecker, err = newPipe(heard, bytes); err != nil {
		return nil, err
	}
	if l.toSubmission, err = newPipe(heard, bytes); err != nil {
		return nil, err
	}
	record := [2]func([]byte){func([]byte) {}, func([]byte) {}}
	if transcript != nil {
		record = [2]func([]byte){transcript.submission, transcript.checker}
	}
	l.there = newRelay(l.fromSubmission.read, l.toChecker.write, record[0])
	l.back = newRelay(l.fromChecker.read, l.toSubmission.write, record[1])
	for _, r := range []*relay{l.there, l.back} {
		go func() {
			r.run()
			l.news <- struct{}{}
		}()
	}
	return l, nil
}

// submissionStarted and checkerStarted close this process's copy of a program's writing end, where only a relay shows
// that the program closed its own.
func (l *lines) submissionStarted() {
	if l.unseen {
		l.fromSubmission.write.Close()
	}
}

func (l *lines) checkerStarted() {
	if l.unseen {
		l.fromChecker.write.Close()
	}
}

// over reports whether a relay shows that a program has closed its output, or has ended.
func (l *lines) over(r *relay) bool { return l.unseen && r.over() }

// submissionEnded drops the checker's output from now on.
func (l *lines) submissionEnded() {
	if l.deaf { // already dropped
		l.count.Store(0)
		return
	}
	if l.there != nil {
		l.fromSubmission.write.Close()
		l.count.Store(-int64(l.back.waiting())) // written before the end
		l.back.drop(&l.count)
		l.toSubmission.read.Close()
		return
	}
	l.count.Store(-int64(bytesIn(l.toSubmission.read)))
	drop(l.toSubmission, nil, &l.count)
}

// drop reads, counts and drops everything from a pipe from now on, behind its relay if it has one.
func drop(p pipe, r *relay, count *atomic.Int64) {
	if r != nil {
		r.drop(count)
		return
	}
	go io.Copy(writerFunc(func(text []byte) { count.Add(int64(len(text))) }), p.read)
}

// dropped returns how many bytes the checker wrote after the submission had ended.
func (l *lines) dropped() int64 { return l.count.Load() }

// checkerEnded lets the relay from the checker end.
func (l *lines) checkerEnded() {
	if l.there != nil {
		l.fromChecker.write.Close()
	}
}

// endInput closes the submission's input. If the checker has ended, the submission cannot write any more, either.
func (l *lines) endInput(ended bool) {
	l.toSubmission.write.Close()
	if !ended {
		return
	}
	l.toChecker.read.Close()
	if l.there != nil {
		l.there.from.Close()
	}
}

// submissionUnheard drops the submission's output from now on, because the checker reads no more.
func (l *lines) submissionUnheard() { drop(l.toChecker, l.there, &l.unheard) }

// checkerUnheard drops the checker's output from now on, because the submission has closed its input.
func (l *lines) checkerUnheard() {
	l.deaf = true
	drop(l.toSubmission, l.back, &l.count)
}

// unread returns how many bytes of the submission's output the checker has not read.
func (l *lines) unread() int { return bytesIn(l.toChecker.read) + l.there.waiting() }

// unanswered returns how many bytes of the checker's output the submission has not read.
func (l *lines) unanswered() int { return bytesIn(l.toSubmission.read) + l.back.waiting() }

// hangUp closes the checker's input.
func (l *lines) hangUp() { l.toChecker.write.Close() }

// lastWords is how long a relay may take to record the last output. An escaped process could hold its pipe open.
const lastWords = 200 * time.Millisecond

// close closes everything that is left, after both programs have ended.
func (l *lines) close() {
	if l.there != nil {
		l.there.drop(&l.count)
		l.back.drop(&l.count)
		l.toChecker.close()
		l.toSubmission.close()
		l.fromSubmission.write.Close()
		l.fromChecker.write.Close()
		late := time.After(lastWords)
		for _, r := range []*relay{l.there, l.back} {
			select {
			case <-r.done:
			case <-late:
				r.from.Close()
				<-r.done
			}
		}
	}
	for _, p := range []pipe{l.fromSubmission, l.toChecker, l.fromChecker, l.toSubmission} {
		p.close()
	}
}
