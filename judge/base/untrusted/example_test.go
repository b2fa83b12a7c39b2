package untrusted_test

import (
	"errors"
	"fmt"

	"dlxjudge/judge/base/untrusted"
)

// A device in place of a file never ends. It is not read.
func ExampleRead() {
	_, err := untrusted.Read("/dev/zero", 64<<10)
	fmt.Println(errors.Is(err, untrusted.ErrNotRegular), err)
	// Output: true open /dev/zero: a device, not a regular file; remove it
}
