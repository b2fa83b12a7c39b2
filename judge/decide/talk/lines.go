package talk

import (
	"io"
	"os"
	"sync/atomic"
	"time"
)

// A pipe has two ends, of which this process keeps its own as long as it holds the other program back from seeing the
// end.
type pipe struct{ read, write *os.File }

// Programs may open the standard files of a process again, by /proc. What a pipe is opened for once more is for its
// other mode bits to say: a submission that could read its own output would take it from the checker, or not, as luck
// has it.
const (
	spoken = 0o222 // by the program at the writing end, which may be another user
	heard  = 0o444
)

// pipeBytes is how much the submission can say that the checker has not read yet, and the reverse.
const pipeBytes = 1 << 20

func newPipe(mode os.FileMode, bytes int) (pipe, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return pipe{}, err
	}
	widen(w, bytes)
	r.Chmod(mode) // where a system does not know modes of pipes, nothing is lost but that
	return pipe{r, w}, nil
}

func (p pipe) close() {
	if p.read != nil {
		p.read.Close()
		p.write.Close()
	}
}

// lines are what the two programs talk through. Directly, it is one pipe for each direction. With a relay it is two of
// half the size: for a transcript, and where nothing else shows that a program has closed its output.
type lines struct {
	fromSubmission, toChecker pipe
	fromChecker, toSubmission pipe

	// from the submission to the checker, and from the checker to the submission; nil where they talk directly
	there, back *relay
	unseen      bool          // only a relay shows that a program has closed its output
	deaf        bool          // what the checker says is dropped
	news        chan struct{} // gets something when a relay has come to its end
	count       atomic.Int64  // bytes of the checker that were dropped
	unheard     atomic.Int64  // bytes of the submission that were dropped
}

func newLines(transcript *Transcript, relayed bool) (l *lines, err error) {
	l = &lines{news: make(chan struct{}, 2), unseen: relayed}
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	theirs, bytes := os.FileMode(heard), pipeBytes // by the submission; the checker does not need to open it again
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

// submissionStarted and checkerStarted leave the writing end of a program's pipe to it, where only a relay shows that
// it was closed.
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

// submissionEnded reads and drops what the checker says from now on.
func (l *lines) submissionEnded() {
	if l.deaf { // it is dropped already
		l.count.Store(0)
		return
	}
	if l.there != nil {
		l.fromSubmission.write.Close()
		l.count.Store(-int64(l.back.waiting())) // the checker wrote it before
		l.back.drop(&l.count)
		l.toSubmission.read.Close()
		return
	}
	l.count.Store(-int64(bytesIn(l.toSubmission.read)))
	drop(l.toSubmission, nil, &l.count)
}

// drop counts and drops what comes through a pipe from now on, after a relay if there is one.
func drop(p pipe, r *relay, count *atomic.Int64) {
	if r != nil {
		r.drop(count)
		return
	}
	go io.Copy(writerFunc(func(text []byte) { count.Add(int64(len(text))) }), p.read)
}

// dropped is how many bytes the checker has written to a submission that had ended.
func (l *lines) dropped() int64 { return l.count.Load() }

// checkerEnded lets a relay come to its end.
func (l *lines) checkerEnded() {
	if l.there != nil {
		l.fromChecker.write.Close()
	}
}

// endInput tells the submission that the checker says no more.
func (l *lines) endInput() { l.toSubmission.write.Close() }

// submissionUnheard counts and drops what the submission says from now on, since the checker reads no more.
func (l *lines) submissionUnheard() { drop(l.toChecker, l.there, &l.unheard) }

// checkerUnheard drops what the checker says from now on, since the submission has closed its input.
func (l *lines) checkerUnheard() {
	l.deaf = true
	drop(l.toSubmission, l.back, &l.count)
}

// unread is how many bytes the submission has said that the checker has not read.
func (l *lines) unread() int { return bytesIn(l.toChecker.read) + l.there.waiting() }

// unanswered is how many bytes the checker has said that the submission has not read.
func (l *lines) unanswered() int { return bytesIn(l.toSubmission.read) + l.back.waiting() }

// hangUp tells the checker that the submission says no more.
func (l *lines) hangUp() { l.toChecker.write.Close() }

// leave tells the submission that the checker is gone: it finds the end of its input, and cannot write.
func (l *lines) leave() {
	l.toSubmission.write.Close()
	l.toChecker.read.Close()
	if l.there != nil {
		l.there.from.Close()
	}
}

// lastWords is how long a relay may take to record what was said last. A process that escaped could hold its pipe open.
const lastWords = 200 * time.Millisecond

// close closes all that is left. Both programs have ended.
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
