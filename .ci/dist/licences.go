package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// papers returns the text files that every archive contains.
func papers(chosen []platform) (texts []file, err error) {
	for _, name := range []string{"LICENSE", "CHANGELOG.md", "SECURITY.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		texts = append(texts, file{name, 0o644, data})
	}
	data, err := thirdParty(chosen)
	return append(texts, file{"THIRD-PARTY", 0o644, data}), err
}

// licence matches the names of files that hold a module's licence.
var licence = regexp.MustCompile(`(?i)^(un)?licen[cs]e|^copying|^notice|^patents`)

// module is a Go module with packages that are linked into the programs.
type module struct {
	name, dir string
	packages  []string // the folders of the linked packages
}

// thirdParty returns the licences of all modules that are linked into the programs for any of the chosen platforms.
func thirdParty(chosen []platform) ([]byte, error) {
	modules, err := linked(chosen)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintln(&out, "The programs of DLX Judge contain code and fonts of these modules, under these licences.")
	for _, m := range modules {
		texts, err := m.licences()
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s is linked, but %s contains no licence", m.name, m.dir)
		}
		fmt.Fprintf(&out, "\n%s\n%s\n", strings.Repeat("=", 80), m.name)
		for _, path := range texts {
			text, err := os.ReadFile(filepath.Join(m.dir, path))
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&out, "\n---- %s\n\n%s\n", filepath.ToSlash(path), bytes.TrimSpace(text))
		}
	}
	return out.Bytes(), nil
}

// linked returns Go's standard library and the modules that the programs import, sorted by name.
func linked(chosen []platform) ([]*module, error) {
	env, err := output(nil, "go", "env", "GOROOT", "GOVERSION")
	if err != nil {
		return nil, err
	}
	root, release, _ := strings.Cut(strings.TrimSpace(string(env)), "\n")
	modules := map[string]*module{"": {name: "Go " + release, dir: root}}
	for _, p := range chosen {
		args := []string{"list", "-deps", minimal, "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}"}
		for _, command := range commands {
			args = append(args, command.folder)
		}
		list, err := output(p.environment(), "go", args...)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(list)) {
			parts := strings.Split(strings.TrimSpace(line), "\t")
			if len(parts) != 3 {
				continue
			}
			if modules[parts[0]] == nil {
				modules[parts[0]] = &module{name: parts[0], dir: parts[1]}
			}
			modules[parts[0]].packages = append(modules[parts[0]].packages, parts[2])
		}
	}
	var all []*module
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		all = append(all, modules[name])
	}
	return all, nil
}

// licences returns the paths of the files that hold the module's licences, relative to the module's folder. It searches
// that folder, the folder "licenses" in it, the folders of linked packages, and all folders in between.
func (m *module) licences() (paths []string, err error) {
	folders := []string{"."}
	if _, err := os.Stat(filepath.Join(m.dir, "licenses")); err == nil {
		folders = append(folders, "licenses")
	}
	for _, p := range m.packages {
		for folder, err := filepath.Rel(m.dir, p); err == nil && folder != "."; folder = filepath.Dir(folder) {
			folders = append(folders, folder)
		}
	}
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		entries, err := os.ReadDir(filepath.Join(m.dir, folder))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && (folder == "licenses" || licence.MatchString(e.Name())) &&
				filepath.Ext(e.Name()) != ".go" {
				paths = append(paths, filepath.Join(folder, e.Name()))
			}
		}
	}
	return paths, nil
}
