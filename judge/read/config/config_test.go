package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	yaml "dlxjudge/judge/read/strictyaml"
)

func TestRead(t *testing.T) {
	t.Setenv("CI", "")
	t.Setenv("HOME", "/home/me")
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	if c, err := Read(); !cmp.Equal(c, Config{}) || err != nil {
		t.Errorf("without a file: %+v, %v", c, err)
	}
	path := filepath.Join(home, "dlxjudge", "config.yaml")
	for text, want := range map[string]Config{
		"":        {},
		"jobs: 4": {Jobs: 4},
		"jobs: 1\ncolor: never\njudge: poj\n": {Jobs: 1, Color: Never,
			Judge: "poj"},
		"include: ~/lib":              {Include: []string{"/home/me/lib"}},
		"include: [~/lib, /opt/lib]":  {Include: []string{"/home/me/lib", "/opt/lib"}},
		"color: auto # as without it": {Color: Auto},
		"template: [~/t.cpp, /t.py]\nfile: '{id}'\nfolder: '{judge}/{contest}{letter}/{name}/'\n": {
			Template: []string{"/home/me/t.cpp", "/t.py"}, File: "{id}", Folder: "{judge}/{contest}{letter}/{name}/"},
		"file: a.cpp": {File: "a.cpp"},
	} {
		judgetest.Write(t, path, text)
		want.Path = path
		if c, err := Read(); !cmp.Equal(c, want) || err != nil {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
	for text, want := range map[string]string{
		"job: 4":               `:1:1: unknown key "job" (did you mean jobs?)`,
		"color: auto\njobs: 0": ":2:7: 0: give a number from 1 to 128",
		"jobs: 129":            ":1:7: 129: give a number from 1 to 128",
		"jobs: 1e9":            ":1:7: ",
		"color: nevr":          `:1:8: "nevr" is not one of auto, never (did you mean never?)`,
		"backend: portable":    `:1:1: unknown key "backend"`,
		"judge: [poj]":         ":1:8: ",
		"jobs: 1\njobs: 2":     ":2:1: ",
		"[jobs]":               ":1:1: ",
		"include: [lib]":       `:1:11: "lib": give a path that begins with / or ~/`,
		"folder: ../{id}":      `:1:9: "../{id}" leaves the working folder; give a path without .. that does not begin`,
		"folder: /{id}":        `:1:9: "/{id}" leaves the working folder`,
		"folder: 'x{letre}'":   `:1:9: "x{letre}": there is no field {letre}; did you mean {letter}?`,
		"folder: 'x{id'":       `:1:9: "x{id": there is no field {id; did you mean {id}?`,
		"file: '{id}'":         `:1:7: "{id}": add the extension of a language, such as .cpp, or the key template`,
	} {
		judgetest.Write(t, path, text)
		if c, err := Read(); err == nil || !strings.Contains(err.Error(), path+want) || c.Jobs != 0 {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
	t.Setenv("CI", "true")
	if c, err := Read(); !cmp.Equal(c, Config{}) || err != nil { // the last text above is wrong
		t.Errorf("with CI: %+v, %v", c, err)
	}
}

func TestPath(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	for config, want := range map[string]string{
		"": "/home/me/.config/dlxjudge/x", "here": "/home/me/.config/dlxjudge/x", "/etc/mine": "/etc/mine/dlxjudge/x",
	} {
		t.Setenv("XDG_CONFIG_HOME", config)
		if path, err := Path("x"); path != want || err != nil {
			t.Errorf("%q: %s, %v", config, path, err)
		}
	}
	os.Unsetenv("HOME")
	t.Setenv("XDG_CONFIG_HOME", "")
	if path, err := Path("x"); err == nil {
		t.Errorf("without a home: %s", path)
	}
}

func TestSchema(t *testing.T) {
	judgetest.Golden(t, "../schema/config.json", yaml.Schema("config.yaml",
		"a user's own settings, in ~/.config/dlxjudge: jobs, color, judge and include", yaml.Only(decode)))
}
