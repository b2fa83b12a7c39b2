package sandbox

func (l *linux) promises() Promises {
	landlock := 0 // its version, where it is what isolates programs
	if l.isolation.Landlock {
		landlock, _ = landlockVersion()
	}
	namespaces, filter, otherUser := l.isolation.Namespaces, filtersCalls(), l.userOf(0) >= 0
	p := Promises{
		Level:     l.Name() + ", with " + l.isolation.String(),
		Files:     namespaces || landlock > 0,
		Modes:     namespaces || filter || otherUser,
		Processes: namespaces,
		Signals:   namespaces || otherUser || landlock >= 6,
		Network:   namespaces || filter,
		Limits:    true,
	}
	if l.cgroups.any() {
		p.Level += " and cgroups"
	}
	return p
}
