package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/server"
)

// TestKey adds, lists and withdraws a key. Refusals give a reason.
func TestKey(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "keys")
	judgetest.Check(t, server.Init(keys))
	call := func(args ...string) (status int, output string) {
		var out bytes.Buffer
		cmd := newRootCommand()
		cmd.SetArgs(append([]string{"key"}, append(args, "--keys", keys)...))
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		status, err := exit.StatusOf(t.Context(), cmd.ExecuteContext(t.Context()))
		if err != nil {
			return status, err.Error()
		}
		return status, out.String()
	}
	for _, row := range []struct {
		args   string
		status int
		want   string
	}{
		{"add m1", 0, "copy " + keys + "/m1 to the machine that runs cluster worker, and pass the copy to --keys"},
		{"add anna --role client", 0, "to the machine that runs cluster run"},
		{"add m1", exit.Usage, "key m1 already exists; withdraw it first, or choose another name"},
		{"add m2 --role operator", exit.Usage, "a key is for a worker, which judges, or for a client"},
		{"add known", exit.Usage, "a key's name has up to 64 letters, digits, - and _, and cannot be any of"},
		{"add", exit.Usage, "takes the name of one key"},
		{"withdraw m2", exit.Usage, "there is no key m2; list the keys with cluster key list"},
		{"withdraw ../m1", exit.Usage, "is not the name of a key"},
		{"withdraw m1", 0, "m1 is withdrawn\nno server on this machine uses these keys now"},
		{"withdraw worker", 0, "worker is withdrawn"},
	} {
		status, output := call(strings.Fields(row.args)...)
		if status != row.status || !strings.Contains(output, row.want) {
			t.Errorf("%s: status %d, %s; want %d, %s", row.args, status, output, row.status, row.want)
		}
	}
	status, rows := call("list")
	for want, is := range map[string]bool{"client +client +\\S+ +U": true, "anna +client +\\S+ +U": true, "m1": false,
		"worker": false} {
		if status != 0 || regexp.MustCompile(want).MatchString(rows) != is {
			t.Errorf("%q is not in\n%s", want, rows)
		}
	}
}
