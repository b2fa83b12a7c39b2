package main

import (
	"strings"
	"testing"

	"dlxjudge/judge/tell/usage"
)

// TestUsage: every command has an example, and says what is wrong with its arguments and flags in a sentence.
func TestUsage(t *testing.T) {
	for _, cmd := range newRootCommand().Commands() {
		if !strings.Contains(usage.Example(cmd), "cluster "+cmd.Name()) {
			t.Errorf("%s: its example is %q", cmd.CommandPath(), usage.Example(cmd))
		}
		for _, wrong := range []string{"--nosuch", "-?", "---", "--at", "--wait=x", "--jobs=x"} {
			root := newRootCommand()
			root.SetArgs([]string{cmd.Name(), wrong})
			_, err := statusOf(t.Context(), root.ExecuteContext(t.Context()))
			if err == nil {
				t.Errorf("%s %s: no error", cmd.CommandPath(), wrong)
				continue
			}
			for _, raw := range []string{"unknown", "invalid argument", "flag needs", "strconv.", "bad flag",
				"arg(s)"} {
				if strings.Contains(err.Error(), raw) {
					t.Errorf("%s %s: %v", cmd.CommandPath(), wrong, err)
				}
			}
		}
	}
}
