package reply

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"dlxjudge/judge/base/untrusted"
)

// cut ends a text of which the rest is left out.
var cut = fmt.Sprintf("\n… more than %d MiB\n", MostTexts>>20)

// Room is how many bytes of texts a reply has taken; its zero value is ready.
type Room struct{ taken int64 }

// Text reads the text in a file for a reply: nil if there is no file. If the texts of the reply become too long, it is
// cut, and says so.
func (r *Room) Text(path string) (*string, error) {
	file, err := untrusted.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	left := MostTexts - r.taken
	content, err := io.ReadAll(io.LimitReader(file, left+1))
	if err != nil {
		return nil, err
	}
	text := string(content[:min(int64(len(content)), left)])
	r.taken += int64(len(text))
	if len(text) < len(content) {
		text += cut
	}
	return &text, nil
}
