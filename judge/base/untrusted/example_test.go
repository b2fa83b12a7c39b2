package untrusted_test

import (
	"errors"
	"fmt"

	"dlxjudge/judge/base/untrusted"
)

// Reading a device such as /dev/zero would never end. Read refuses it.
func ExampleRead() {
	_, err := untrusted.Read("/dev/zero", 64<<10)
	fmt.Println(errors.Is(err, untrusted.ErrNotRegular), err)
	// Output: true open /dev/zero: a device, not a regular file; remove it
}
