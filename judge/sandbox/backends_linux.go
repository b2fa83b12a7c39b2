package sandbox

// backends lists what Linux may have, the best first.
func backends() []backend {
	return []backend{{name: "linux", open: openLinux}, {name: "portable", open: openPortable}}
}
