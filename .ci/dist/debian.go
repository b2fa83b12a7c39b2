package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"time"

	"dlxjudge/judge/base/version"
)

// control describes the package; see deb-control(5). The programs are linked statically, so they depend on nothing.
// g++ and python3 are recommended because most users write C++ or Python. A server can leave recommended packages out.
const control = `Package: dlxjudge
Version: %s
Architecture: %s
Maintainer: The DLX Judge Authors
Section: devel
Priority: optional
Installed-Size: %d
Recommends: g++, python3
Suggests: bash-completion, gdb, golang-go, default-jdk-headless, rustc
Description: judge for programs to be submitted to online judges
 Builds a program, runs it on its tests under the online judge's limits,
 says what that judge would say, and shows where the output first differs.
 .
 judge works on one machine, and cluster on several.
`

// debian returns a package for Debian and its derivatives; see deb(5).
func debian(p platform, programs, papers, help []file, at time.Time) ([]byte, error) {
	files := installed(programs, papers, help)
	size := 0
	for _, f := range files {
		size += len(f.data)
	}
	about := fmt.Sprintf(control, version.Release, p.processor, (size+1023)/1024)
	described, err := archive(".", []file{{"control", 0o644, []byte(about)}}, at)
	if err != nil {
		return nil, err
	}
	content, err := archive(".", files, at)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("!<arch>\n")
	for _, member := range []file{
		{"debian-binary", 0, []byte("2.0\n")}, {"control.tar.gz", 0, described}, {"data.tar.gz", 0, content},
	} {
		fmt.Fprintf(&out, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", member.name, at.Unix(), 0, 0, "100644", len(member.data))
		out.Write(member.data)
		if len(member.data)%2 == 1 {
			out.WriteByte('\n')
		}
	}
	return out.Bytes(), nil
}

// installed returns all files of the package, named by their paths on a Debian system.
func installed(programs, papers, help []file) (files []file) {
	for _, f := range programs {
		files = append(files, file{"usr/bin/" + f.name, f.mode, f.data})
	}
	for _, f := range help {
		_, name, _ := strings.Cut(f.name, "/")
		switch plain, bash := strings.CutSuffix(name, ".bash"); {
		case strings.HasPrefix(f.name, "man/"):
			name, f.data = f.name+".gz", packed(f.data)
		case bash:
			name = "bash-completion/completions/" + plain
		case strings.HasPrefix(name, "_"):
			name = "zsh/vendor-completions/" + name
		default:
			name = "fish/vendor_completions.d/" + name
		}
		files = append(files, file{"usr/share/" + name, f.mode, f.data})
	}
	var rights []byte
	for _, f := range papers {
		switch f.name {
		case "LICENSE", "THIRD-PARTY":
			rights = append(append(rights, f.data...), '\n')
		case "CHANGELOG.md":
			files = append(files, file{"usr/share/doc/dlxjudge/changelog.gz", 0o644, packed(f.data)})
		default:
			files = append(files, file{"usr/share/doc/dlxjudge/" + f.name, 0o644, f.data})
		}
	}
	return append(files, file{"usr/share/doc/dlxjudge/copyright", 0o644, rights})
}

func packed(data []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // fails only for an invalid level
	w.Write(data)
	w.Close()
	return out.Bytes()
}
