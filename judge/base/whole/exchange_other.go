//go:build !linux

package whole

import "errors"

// Exchange exchanges two files or folders in one step. Only Linux can do that.
func Exchange(first, second string) error { return errors.ErrUnsupported }
