package sandbox

// backends lists what this system may have, the best first.
func backends() []backend {
	return []backend{{name: "portable", open: openPortable}}
}
