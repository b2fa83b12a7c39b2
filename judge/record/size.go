package record

import (
	"path"
	"strconv"
	"strings"
)

// sizes is the prefix of the groups that hold inputs of one size each, made to show how a solution's effort grows.
const sizes = "secret/size-"

// SizeTest is the name of the n-th input of a size.
func SizeTest(size, n int) string { return sizes + strconv.Itoa(size) + "/" + strconv.Itoa(n) }

// Size is the size that a test was made for, and whether it was.
func (k Key) Size() (int, bool) {
	text, sized := strings.CutPrefix(path.Dir(k.Test), sizes)
	size, err := strconv.Atoi(text)
	return size, sized && err == nil
}
