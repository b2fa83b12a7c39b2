// Dist makes the files of a release: archives for Linux and macOS, packages for Debian, and their checksums.
//
//	go run ./.ci/dist                      for all platforms, in the new folder dist
//	go run ./.ci/dist -only linux/amd64    for one platform
//
// It needs Go, git, and a clone without uncommitted changes. The same commit and the same version of Go give the same
// bytes in every folder, on every machine and at any time; see build.go and archive.go.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"dlxjudge/judge/base/version"
)

// platforms lists the platforms of a release. The Linux platforms also get a Debian package.
var platforms = []platform{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}}

// platform is a system and a processor, each by Go's name for it.
type platform struct{ system, processor string }

func (p platform) String() string { return p.system + "/" + p.processor }

func main() {
	to := flag.String("to", "dist", "the `folder` to make; it must not exist")
	only := flag.String("only", "", "make only the files of this `platform`, such as linux/amd64")
	flag.Parse()
	if err := run(*to, *only, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

func run(to, only string, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected arguments %q; name a folder with -to", args)
	}
	chosen := slices.DeleteFunc(slices.Clone(platforms), func(p platform) bool {
		return only != "" && p.String() != only
	})
	if len(chosen) == 0 {
		return fmt.Errorf("-only %s: no such platform; the platforms are %v", only, platforms)
	}
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s already exists; remove it, or choose another folder with -to", to)
	}
	commit, err := clean()
	if err != nil {
		return err
	}
	making, err := os.MkdirTemp(filepath.Dir(filepath.Clean(to)), ".dist-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(making)
	if err := write(making, chosen, commit); err != nil {
		return err
	}
	if err := os.Chmod(making, 0o755); err != nil {
		return err
	}
	return os.Rename(making, to)
}

// write makes the files of a release in a folder.
func write(dir string, chosen []platform, c commit) error {
	shared, err := papers(chosen)
	if err != nil {
		return err
	}
	here := platform{runtime.GOOS, runtime.GOARCH}
	built := make(map[platform][]file)
	for _, p := range append([]platform{here}, chosen...) {
		if built[p] != nil {
			continue
		}
		if built[p], err = build(p, c); err != nil {
			return err
		}
	}
	help, err := completions(built[here])
	if err != nil {
		return err
	}
	pages, err := manuals(c)
	if err != nil {
		return err
	}
	help = append(help, pages...)
	var sums []string // the lines of SHA256SUMS, one for each file
	for _, p := range chosen {
		made := map[string][]byte{}
		name := fmt.Sprintf("dlxjudge-%s-%s-%s", version.Release, p.system, p.processor)
		if made[name+".tar.gz"], err = archive(name, slices.Concat(built[p], shared, help), c.time); err != nil {
			return err
		}
		if p.system == "linux" {
			name := fmt.Sprintf("dlxjudge_%s_%s.deb", version.Release, p.processor)
			if made[name], err = debian(p, built[p], shared, help, c.time); err != nil {
				return err
			}
		}
		for name, data := range made {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				return err
			}
			sums = append(sums, fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name))
		}
	}
	slices.SortFunc(sums, func(a, b string) int { return strings.Compare(a[sha256.Size*2:], b[sha256.Size*2:]) })
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(strings.Join(sums, "")), 0o644)
}
