package sampling

import (
	"runtime"
	"testing"
)

// TestThisMachine: whatever tells machines apart is known of this one.
func TestThisMachine(t *testing.T) {
	m := ThisMachine(t.Context(), "portable")
	if m.GOOS != runtime.GOOS || m.GOARCH != runtime.GOARCH || m.Backend != "portable" || m.CPU == "" ||
		m.Cores == "" || m.Kernel == "" {
		t.Errorf("%+v", m)
	}
	if again := ThisMachine(t.Context(), "portable"); len(m.Apart(again))+len(m.Changed(again)) > 0 {
		t.Errorf("asked twice, it is %+v and %+v", m, again)
	}
}
