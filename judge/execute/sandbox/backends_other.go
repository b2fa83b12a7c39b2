//go:build !linux

package sandbox

// backends lists the sandboxes of systems other than Linux.
func backends() []backend {
	return []backend{{name: "portable", open: openPortable}}
}

// BeHelper does nothing: only the linux sandbox has helpers.
func BeHelper() {}
