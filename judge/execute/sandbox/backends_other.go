//go:build !linux

package sandbox

// backends lists the sandboxes of systems other than Linux.
func backends() []backend {
	return []backend{{name: "portable", open: openPortable}}
}
