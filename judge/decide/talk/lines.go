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

func newPipe(mode os.FileMode) (pipe, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return pipe{}, err
	}
	widen(w)
	r.Chmod(mode) // where a system does not know modes of pipes, nothing is lost but that
	return pipe{r, w}, nil
}

func (p pipe) close() {
	if p.read != nil {
		p.read.Close()
		p.write.Close()
	}
}

// lines are what the two programs talk through. Directly, it is one pipe for each direction. For a transcript it is
// two, with a relay between them.
type lines struct {
	fromSubmission, toChecker pipe
	fromChecker, toSubmission pipe

	// from the submission to the checker, and from the checker to the submission; nil without a transcript
	there, back *relay
	news        chan struct{} // gets something when a relay has come to its end
	count       atomic.Int64  // bytes of the checker that were dropped
}

func newLines(transcript *Transcript) (l *lines, err error) {
	l = &lines{news: make(chan struct{}, 2)}
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	if l.fromSubmission, err = newPipe(spoken); err != nil {
		return nil, err
	}
	theirs := os.FileMode(heard) // by the submission; the checker does not need to open it again
	if transcript != nil {
		theirs = spoken
	}
	if l.fromChecker, err = newPipe(theirs); err != nil {
		return nil, err
	}
	l.toChecker, l.toSubmission = l.fromSubmission, l.fromChecker
	if transcript == nil {
		return l, nil
	}
	l.toChecker, l.toSubmission = pipe{}, pipe{}
	if l.toChecker, err = newPipe(heard); err != nil {
		return nil, err
	}
	if l.toSubmission, err = newPipe(heard); err != nil {
		return nil, err
	}
	l.there = newRelay(l.fromSubmission.read, l.toChecker.write, transcript.submission)
	l.back = newRelay(l.fromChecker.read, l.toSubmission.write, transcript.checker)
	for _, r := range []*relay{l.there, l.back} {
		go func() {
			r.run()
			l.news <- struct{}{}
		}()
	}
	return l, nil
}

// submissionEnded reads and drops what the checker says from now on.
func (l *lines) submissionEnded() {
	if l.there != nil {
		l.fromSubmission.write.Close()
		l.back.drop(&l.count)
		l.toSubmission.read.Close()
		return
	}
	go io.Copy(countingWriter{&l.count}, l.toSubmission.read)
}

// countingWriter counts what is written to it, and drops it.
type countingWriter struct{ count *atomic.Int64 }

func (c countingWriter) Write(p []byte) (int, error) {
	c.count.Add(int64(len(p)))
	return len(p), nil
}

// dropped is how many bytes the checker has written to a submission that had ended.
func (l *lines) dropped() int64 { return l.count.Load() }

// checkerEnded lets a relay come to its end.
func (l *lines) checkerEnded() {
	if l.there != nil {
		l.fromChecker.write.Close()
	}
}

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
