//go:build !linux

package sandbox

// backends lists what this system may have.
func backends() []backend {
	return []backend{{name: "portable", open: openPortable}}
}
