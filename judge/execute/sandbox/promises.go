package sandbox

// Promises are what a sandbox keeps programs from on this machine. SECURITY.md says the same in words, for each level.
type Promises struct {
	Level string // the name of the sandbox and what it isolates programs with
	// programs read only the runtime files and what they are given, and write only to their own folder
	Files     bool
	Modes     bool // they change the mode, owner or times of no other file
	Processes bool // they see no other process
	Signals   bool // they signal no other process
	Network   bool // they open no network connection
	Limits    bool // what they start and take is bounded, and ends with them
}

// PromisesOf says what a sandbox that Open has returned promises.
func PromisesOf(box Sandbox) Promises {
	if b, ok := box.(interface{ promises() Promises }); ok {
		return b.promises()
	}
	return Promises{Level: box.Name()}
}
