package wire

import (
	"strconv"
	"strings"
	"time"
)

// WakeSubject is where clients say which needs may have work: a Wake.
const WakeSubject = "judge.wake"

// Wake says which needs may have work, and how many workers hear it. As a message it is words with spaces between them:
// the names of the needs, and the number after an @.
//
//	3f5c0a4be1d27786 90b1c2d3e4f5a6b7 @1000
type Wake struct {
	Needs   []string
	Workers int // 0 if not known
}

// Encode is the message.
func (w Wake) Encode() []byte {
	words := w.Needs
	if w.Workers > 0 {
		words = append(words[:len(words):len(words)], "@"+strconv.Itoa(w.Workers))
	}
	return []byte(strings.Join(words, " "))
}

// DecodeWake reads a message. Anybody may have written it: a need may be none, and a number that is none counts as 0.
func DecodeWake(text []byte) (w Wake) {
	for word := range strings.FieldsSeq(string(text)) {
		if number, is := strings.CutPrefix(word, "@"); is {
			n, err := strconv.Atoi(number)
			if err == nil {
				w.Workers = max(n, 0)
			}
			continue
		}
		w.Needs = append(w.Needs, word)
	}
	return w
}

// Within is the time within which the workers that hear a Wake ask for work, each at a moment of its own. If a thousand
// asked at once, and again each time that a client says that there is more, the server would do little else.
func Within(workers int) time.Duration {
	const each, most = time.Millisecond, 2 * time.Second
	return time.Duration(max(min(workers, int(most/each)), 0)) * each
}
