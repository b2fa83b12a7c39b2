package sandbox

// backends lists the sandboxes of Linux, the best first.
func backends() []backend {
	return []backend{{name: "linux", open: openLinux}, {name: "portable", open: openPortable}}
}
