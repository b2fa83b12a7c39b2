//go:build linux

package cgroup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The user's systemd delegates cgroups to units that ask for them. A judge that a user started from a terminal is not
// in such a unit. So the judge asks systemd to move the judge's process into a scope, which is a unit for processes
// that systemd did not start. The scope ends with the judge.

// scopeTime is how long the judge waits for systemd. Systemd usually answers within some milliseconds, but may take
// seconds on a busy or emulated machine.
const scopeTime = 20 * time.Second

// enterScope moves this process into a transient scope of the user's systemd. The error says why the move failed.
func enterScope(ctx context.Context) error {
	runtimeDir := filepath.Join("/run/user", strconv.Itoa(os.Geteuid()))
	if _, err := os.Stat(filepath.Join(runtimeDir, "systemd/private")); err != nil {
		return fmt.Errorf("this user has no systemd: %w", err)
	}
	before, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, scopeTime)
	defer cancel()
	pid := strconv.Itoa(os.Getpid())
	command := exec.CommandContext(ctx, "/usr/bin/busctl", "--user", "--quiet", "call", "org.freedesktop.systemd1",
		"/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "StartTransientUnit", "ssa(sv)a(sa(sv))",
		"dlxjudge-"+pid+".scope", "fail", "3", "PIDs", "au", "1", pid, "Delegate", "b", "true",
		"CollectMode", "s", "inactive-or-failed", "0")
	command.Dir, command.Env = "/", []string{"XDG_RUNTIME_DIR=" + runtimeDir,
		"DBUS_SESSION_BUS_ADDRESS=unix:path=" + filepath.Join(runtimeDir, "bus")}
	if text, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("systemd starts no scope: %w: %s", err, strings.TrimSpace(string(text)))
	}
	for ; ctx.Err() == nil; time.Sleep(time.Millisecond) { // systemd has answered, and moves the process next
		if now, err := os.ReadFile("/proc/self/cgroup"); err != nil || string(now) != string(before) {
			return err
		}
	}
	return errors.New("systemd did not move the judge into its scope in time")
}
