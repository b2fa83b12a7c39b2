package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"debug/elf"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
)

// TestDist makes the files of a release for this platform in two clones in different folders. They must be identical
// and complete, and dpkg-deb, if installed, must read the package.
func TestDist(t *testing.T) {
	judgetest.Long(t, "it builds both programs in two clones")
	judgetest.Need(t, "git")
	here := runtime.GOOS + "/" + runtime.GOARCH
	if here != "linux/amd64" && here != "linux/arm64" && runtime.GOOS != "darwin" {
		t.Skipf("no release is made for %s", here)
	}
	if out, err := exec.Command("git", "rev-parse", "--verify", "HEAD").CombinedOutput(); err != nil {
		t.Skipf("not a git checkout: %s", out)
	}
	dir := t.TempDir()
	maker := filepath.Join(dir, "maker")
	succeeds(t, ".", "go", "build", "-o", maker, "../.ci/dist")
	var made [2]map[string]string
	for i, folder := range []string{"one", "another/and longer"} {
		clone := filepath.Join(dir, folder)
		succeeds(t, "..", "git", "clone", "--quiet", "--no-hardlinks", ".", clone)
		succeeds(t, clone, maker, "-only", here)
		if changes := succeeds(t, clone, "git", "status", "--porcelain"); changes != "" {
			t.Errorf("the clone is changed:\n%s", changes)
		}
		if out, err := commandIn(clone, maker, "-only", here).CombinedOutput(); err == nil ||
			!strings.Contains(string(out), "dist already exists") {
			t.Errorf("the folder exists: %v %s", err, out)
		}
		made[i] = readAll(t, filepath.Join(clone, "dist"))
	}
	if a, b := slices.Sorted(maps.Keys(made[0])), slices.Sorted(maps.Keys(made[1])); !slices.Equal(a, b) {
		t.Fatalf("the two have other files: %q and %q", a, b)
	}
	sums := ""
	for _, name := range slices.Sorted(maps.Keys(made[0])) {
		if made[0][name] != made[1][name] {
			t.Errorf("%s differs", name)
		}
		if name != "SHA256SUMS" {
			sums += fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(made[0][name])), name)
		}
	}
	if diff := cmp.Diff(sums, made[0]["SHA256SUMS"]); diff != "" {
		t.Errorf("SHA256SUMS (-want +got):\n%s", diff)
	}
	top := fmt.Sprintf("dlxjudge-%s-%s-%s", version.Release, runtime.GOOS, runtime.GOARCH)
	files := readTar(t, made[0][top+".tar.gz"], top+"/")
	testReleased(t, files)
	if runtime.GOOS == "linux" {
		name := fmt.Sprintf("dlxjudge_%s_%s.deb", version.Release, runtime.GOARCH)
		judgetest.Write(t, filepath.Join(dir, name), made[0][name])
		testDebian(t, filepath.Join(dir, name), files)
	}
	judgetest.Write(t, filepath.Join(dir, "one", "changed"), "")
	if out, err := commandIn(filepath.Join(dir, "one"), maker, "-to", "other").CombinedOutput(); err == nil ||
		!strings.Contains(string(out), "the checkout has uncommitted changes") {
		t.Errorf("with changes: %v %s", err, out)
	}
}

// testReleased checks the files of an archive.
func testReleased(t *testing.T, files map[string]string) {
	want := []string{"CHANGELOG.md", "LICENSE", "SECURITY.md", "THIRD-PARTY", "cluster", "completions/_cluster",
		"completions/_judge", "completions/cluster.bash", "completions/cluster.fish", "completions/judge.bash",
		"completions/judge.fish", "judge"}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(files))); diff != "" {
		t.Fatalf("the archive (-want +got):\n%s", diff)
	}
	for _, name := range []string{"LICENSE", "CHANGELOG.md", "SECURITY.md"} {
		if files[name] != judgetest.Read(t, filepath.Join("..", name)) {
			t.Logf("%s is not as in this checkout, which may have changes", name)
		}
	}
	head := strings.TrimSpace(succeeds(t, "..", "git", "rev-parse", "HEAD"))
	for _, name := range []string{"judge", "cluster"} {
		path := filepath.Join(t.TempDir(), name)
		judgetest.Write(t, path, files[name])
		judgetest.Check(t, os.Chmod(path, 0o755))
		output := succeeds(t, ".", path, "version")
		for _, line := range []string{name + " " + version.Release, "commit: " + head,
			"shards and clusters compare: " + head[:12]} {
			if !strings.Contains("\n"+output, "\n"+line+"\n") {
				t.Errorf("%s version does not say %q:\n%s", name, line, output)
			}
		}
		if program, err := elf.Open(path); runtime.GOOS == "linux" {
			judgetest.Check(t, err)
			if libraries, err := program.ImportedLibraries(); err != nil || len(libraries) > 0 ||
				program.Section(".interp") != nil {
				t.Errorf("%s is not static: %v %v", name, libraries, err)
			}
			program.Close()
		}
		// Each module that the program lists has a licence.
		for line := range strings.Lines(succeeds(t, ".", "go", "version", "-m", path)) {
			if words := strings.Fields(line); len(words) > 2 && words[0] == "dep" &&
				!strings.Contains(files["THIRD-PARTY"], "\n"+words[1]+" "+words[2]+"\n\n---- ") {
				t.Errorf("THIRD-PARTY lacks %s, which %s contains", words[1], name)
			}
		}
		scripts := map[string]string{"bash": name + ".bash", "zsh": "_" + name, "fish": name + ".fish"}
		for shell, script := range scripts {
			if files["completions/"+script] != succeeds(t, ".", path, "completion", shell) {
				t.Errorf("completions/%s is not what %s prints", script, name)
			}
		}
	}
	if !strings.Contains(files["THIRD-PARTY"], "\nGo go1.") {
		t.Error("THIRD-PARTY lacks Go's own library")
	}
}

// testDebian has dpkg-deb unpack the package, and compares its programs with those of the archive.
func testDebian(t *testing.T, deb string, files map[string]string) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Log("dpkg-deb is not here: nothing reads the package")
		return
	}
	output := succeeds(t, ".", "dpkg-deb", "--field", deb)
	for _, line := range []string{"Package: dlxjudge", "Version: " + version.Release,
		"Architecture: " + runtime.GOARCH} {
		if !strings.Contains("\n"+output, "\n"+line+"\n") {
			t.Errorf("the package does not say %q:\n%s", line, output)
		}
	}
	root := t.TempDir()
	succeeds(t, ".", "dpkg-deb", "--extract", deb, root)
	for in, name := range map[string]string{
		"usr/bin/judge": "judge", "usr/bin/cluster": "cluster",
		"usr/share/bash-completion/completions/judge":    "completions/judge.bash",
		"usr/share/zsh/vendor-completions/_cluster":      "completions/_cluster",
		"usr/share/fish/vendor_completions.d/judge.fish": "completions/judge.fish",
		"usr/share/doc/dlxjudge/SECURITY.md":             "SECURITY.md",
	} {
		if judgetest.Read(t, filepath.Join(root, in)) != files[name] {
			t.Errorf("%s is not %s of the archive", in, name)
		}
	}
	copyright := judgetest.Read(t, filepath.Join(root, "usr/share/doc/dlxjudge/copyright"))
	if !strings.HasPrefix(copyright, files["LICENSE"]) || !strings.Contains(copyright, files["THIRD-PARTY"]) {
		t.Error("copyright lacks a licence")
	}
	if info, err := os.Stat(filepath.Join(root, "usr/bin/judge")); err != nil || info.Mode() != 0o755 {
		t.Errorf("usr/bin/judge: %v %v", info, err)
	}
}

func commandIn(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	return cmd
}

// succeeds runs a command that must succeed, and returns its output.
func succeeds(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := commandIn(dir, name, args...).Output()
	if failed, ok := err.(*exec.ExitError); ok {
		t.Fatalf("%s %q: %v\n%s", name, args, err, failed.Stderr)
	}
	judgetest.Check(t, err)
	return string(out)
}

// readAll returns the files of a folder by name.
func readAll(t *testing.T, dir string) map[string]string {
	files := make(map[string]string)
	entries, err := os.ReadDir(dir)
	judgetest.Check(t, err)
	for _, e := range entries {
		files[e.Name()] = judgetest.Read(t, filepath.Join(dir, e.Name()))
	}
	return files
}

// readTar returns the files of a .tar.gz by their names below its top folder.
func readTar(t *testing.T, data, top string) map[string]string {
	files := make(map[string]string)
	packed, err := gzip.NewReader(strings.NewReader(data))
	judgetest.Check(t, err)
	for r := tar.NewReader(packed); ; {
		header, err := r.Next()
		if err == io.EOF {
			return files
		}
		judgetest.Check(t, err)
		name, below := strings.CutPrefix(header.Name, top)
		if !below || header.Uid != 0 || header.Gid != 0 {
			t.Errorf("%s: owner %d, group %d, in %s", header.Name, header.Uid, header.Gid, top)
		}
		if header.Typeflag == tar.TypeReg {
			text, err := io.ReadAll(r)
			judgetest.Check(t, err)
			files[name] = string(text)
		}
	}
}
