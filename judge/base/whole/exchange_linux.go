package whole

import "golang.org/x/sys/unix"

// Exchange exchanges two files or folders in one step. Some file systems cannot do that.
func Exchange(first, second string) error {
	return unix.Renameat2(unix.AT_FDCWD, first, unix.AT_FDCWD, second, unix.RENAME_EXCHANGE)
}
