package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// commands lists the programs of a release, each with the folder of its Go package.
var commands = []struct{ name, folder string }{{"judge", "./judge"}, {"cluster", "./judge/cluster"}}

// fixed holds environment variables for every command that the function output runs. A user's own values would change
// the programs.
var fixed = []string{"CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0"}

// minimal is a build flag. It leaves out gonum's plot formats PDF, EPS and LaTeX, which the judge does not write.
const minimal = "-tags=minimal"

// commit is the commit that is built: its full hash and its time.
type commit struct {
	name string
	time time.Time
}

// clean returns the commit of the checkout. It returns an error if the checkout has uncommitted changes.
func clean() (c commit, err error) {
	changes, err := output(nil, "git", "status", "--porcelain")
	if err != nil {
		return c, err
	}
	if len(changes) > 0 {
		return c, fmt.Errorf("the checkout has uncommitted changes; commit them, or use a clone\n%s",
			bytes.TrimSpace(changes))
	}
	line, err := output(nil, "git", "show", "-s", "--format=%H %ct", "HEAD")
	if err != nil {
		return c, err
	}
	name, seconds, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
	at, err := strconv.ParseInt(seconds, 10, 64)
	return commit{name, time.Unix(at, 0).UTC()}, err
}

// build builds the programs for a platform.
func build(p platform, c commit) (programs []file, err error) {
	dir, err := os.MkdirTemp("", "dist-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for _, command := range commands {
		path := filepath.Join(dir, command.name)
		// -s and -w leave out the symbol table and the debug information, which are a quarter of the file. Stack
		// traces still show names and lines, and the program keeps its build ID.
		_, err := output(p.environment(), "go", "build", "-trimpath", "-buildvcs=true", minimal, "-ldflags=-s -w",
			"-o", path, command.folder)
		if err != nil {
			return nil, err
		}
		if err := stamped(path, c); err != nil {
			return nil, err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		programs = append(programs, file{command.name, 0o755, data})
	}
	return programs, nil
}

func (p platform) environment() []string {
	return []string{"GOOS=" + p.system, "GOARCH=" + p.processor}
}

// stamped returns an error unless the program in a file records that it was built from commit c. Without that record,
// judges built from the same code might not work together.
func stamped(path string, c commit) error {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if settings["vcs.revision"] != c.name || settings["vcs.modified"] != "false" {
		return errors.New("the program does not know its commit; build it in a clone, not in a git worktree")
	}
	return nil
}

// completions returns the completion scripts for each shell. The programs print them, so the programs must be built for
// this machine.
func completions(programs []file) (scripts []file, err error) {
	dir, err := os.MkdirTemp("", "dist-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for _, program := range programs {
		path := filepath.Join(dir, program.name)
		if err := os.WriteFile(path, program.data, 0o755); err != nil {
			return nil, err
		}
		for shell, format := range map[string]string{"bash": "%s.bash", "zsh": "_%s", "fish": "%s.fish"} {
			script, err := output(nil, path, "completion", shell)
			if err != nil {
				return nil, err
			}
			scripts = append(scripts, file{"completions/" + fmt.Sprintf(format, program.name), 0o644, script})
		}
	}
	return scripts, nil
}

// manuals returns a manual page for each command of the programs.
func manuals(c commit) (pages []file, err error) {
	dir, err := os.MkdirTemp("", "dist-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for _, command := range commands {
		_, err := output(nil, "go", "run", minimal+",man", command.folder, dir, strconv.FormatInt(c.time.Unix(), 10))
		if err != nil {
			return nil, err
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, err
		}
		pages = append(pages, file{"man/man1/" + entry.Name(), 0o644, data})
	}
	return pages, nil
}

// output runs a command and returns its standard output. An error contains the command's standard error.
func output(environment []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Env = append(append(os.Environ(), fixed...), environment...)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err,
			bytes.TrimSpace(stderr.Bytes()))
	}
	return out, nil
}
