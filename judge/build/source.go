package build

import (
	"errors"
	"fmt"
	"path/filepath"

	"dlxjudge/judge/problem"
	"dlxjudge/judge/untrusted"
)

// MaxSource is how many bytes the files of a program may have together. Online judges take a hundredth of that.
const MaxSource = 8 << 20

// ReadSource reads the files of a source, in their order. The error is a *CompileError for more
// than MaxSource bytes, and for what is no regular file.
func ReadSource(source problem.Source) ([][]byte, error) {
	contents := make([][]byte, len(source.Files))
	left := int64(MaxSource)
	for i, file := range source.Files {
		text, err := untrusted.Read(filepath.Join(source.Dir, file), left)
		var large *untrusted.SizeError
		if errors.As(err, &large) {
			return nil, &CompileError{Source: pathOf(source), Output: fmt.Sprintf("its source is too large; a program may have %d MiB", MaxSource>>20)}
		}
		if errors.Is(err, untrusted.ErrNotRegular) {
			return nil, &CompileError{Source: pathOf(source), Output: err.Error()}
		}
		if err != nil {
			return nil, err
		}
		contents[i] = text
		left -= int64(len(text))
	}
	return contents, nil
}
