package talk

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"dlxjudge/judge/base/legible"
)

// Line is a line of a conversation. The tags are the keys of the JSON document.
type Line struct {
	From string  `json:"from"`                 // "submission", "checker", or "" where another pass begins
	At   float64 `json:"at_seconds,omitempty"` // from the start of the pass to the line's first byte; 0 if unknown
	Text string  `json:"text"`                 // without the newline; a long line is cut, with an ellipsis
	Open bool    `json:"open,omitempty"`       // the conversation ended before the line did
}

// speakers are the programs that a line can come from.
var speakers = [...]string{"checker", "submission"}

// String formats the line as in .interaction files, but with the time in seconds: ">   0.0012  50". Control characters
// are escaped.
func (l Line) String() string {
	if l.From == "" {
		return "---"
	}
	who, open := "<", ""
	if l.From == speakers[1] {
		who = ">"
	}
	if l.Open {
		open = " (the line does not end)"
	}
	if l.At == 0 {
		return fmt.Sprintf("%s %s%s", who, legible.Line(l.Text), open)
	}
	return fmt.Sprintf("%s %8.4f  %s%s", who, l.At, legible.Line(l.Text), open)
}

// The bounds of a transcript. Beyond longestText, the file ends with a note.
const (
	longestLine = 1 << 10  // bytes of a line's text
	lastLines   = 10       // the most lines that Transcript.Last returns
	longestText = 16 << 20 // bytes of the file
)

// Transcript records a conversation. Its zero value is ready to use.
type Transcript struct {
	Out *os.File // receives each line; may be nil

	mutex   sync.Mutex
	began   time.Duration
	open    [2]*Line // the unfinished line of each program; nil for none
	lines   []Line   // the last lines
	count   int
	written int
	failed  error
}

// Begin marks the start of a conversation when it is first called. Each later call marks the start of another pass.
func (t *Transcript) Begin() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.began > 0 {
		t.finish()
		t.add(Line{})
	}
	t.began = now()
}

func (t *Transcript) submission(text []byte) { t.say(1, text, t.clock()) }
func (t *Transcript) checker(text []byte)    { t.say(0, text, t.clock()) }

func (t *Transcript) clock() time.Duration { return now() - t.began }

// Show records one text of a pass without a conversation. The text is the pass's input or, if submission is set, the
// submission's output.
func (t *Transcript) Show(submission bool, text io.Reader) error {
	who := 0
	if submission {
		who = 1
	}
	_, err := io.Copy(writerFunc(func(p []byte) { t.say(who, p, 0) }), io.LimitReader(text, longestText))
	return err
}

type writerFunc func([]byte)

func (f writerFunc) Write(p []byte) (int, error) {
	f(p)
	return len(p), nil
}

// say records output of one program. at is the time since the start of the pass.
func (t *Transcript) say(who int, text []byte, at time.Duration) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for len(text) > 0 {
		if t.open[who] == nil {
			t.open[who] = &Line{From: speakers[who], At: at.Seconds()}
		}
		part, rest, ended := bytes.Cut(text, []byte("\n"))
		line := t.open[who]
		if room := longestLine - len(line.Text); len(part) <= room {
			line.Text += string(part)
		} else if room >= 0 {
			line.Text += string(part[:room]) + "…"
		}
		text = rest
		if ended {
			t.end(who)
		}
	}
}

// end ends the unfinished line of one program.
func (t *Transcript) end(who int) {
	t.add(*t.open[who])
	t.open[who] = nil
}

func (t *Transcript) add(line Line) {
	t.count++
	if t.lines = append(t.lines, line); len(t.lines) > 2*lastLines {
		t.lines = append(t.lines[:0], t.lines[len(t.lines)-lastLines:]...)
	}
	t.write(line.String() + "\n")
}

func (t *Transcript) write(text string) {
	if t.Out == nil || t.failed != nil || t.written > longestText {
		return
	}
	if t.written += len(text); t.written > longestText {
		text = fmt.Sprintf("… more than %d MiB\n", longestText>>20)
	}
	_, t.failed = io.WriteString(t.Out, text)
}

// End ends all unfinished lines.
func (t *Transcript) End() error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.finish()
	return t.failed
}

func (t *Transcript) finish() {
	for who, line := range t.open {
		if line != nil {
			line.Open = true
			t.end(who)
		}
	}
}

// Last returns the last lines, and the number of lines before them.
func (t *Transcript) Last() (lines []Line, before int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	lines = t.lines[max(0, len(t.lines)-lastLines):]
	return append([]Line(nil), lines...), t.count - len(lines)
}
