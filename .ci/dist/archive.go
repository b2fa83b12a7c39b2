package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"path"
	"slices"
	"strings"
	"time"
)

// file is one file of a release. Its name is its path in the archive.
type file struct {
	name string
	mode int64
	data []byte
}

// archive packs files into a .tar.gz, in which each path begins with the folder top. The same files give the same
// bytes: the files are sorted by name, and all belong to root and have the given time. The gzip header has no time.
func archive(top string, files []file, at time.Time) ([]byte, error) {
	sorted := slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
	var out bytes.Buffer
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(packed)
	made := make(map[string]bool)
	for _, f := range sorted {
		name := path.Join(top, f.name)
		if err := folders(w, made, path.Dir(name), at); err != nil {
			return nil, err
		}
		err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: f.mode, Size: int64(len(f.data)),
			ModTime: at, Uname: "root", Gname: "root", Format: tar.FormatUSTAR})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err = packed.Close()
	return out.Bytes(), err
}

// folders writes tar entries for a folder and the folders above it, except those that are already in the map made.
// Debian packages need these entries, because dpkg makes only the folders that a package lists.
func folders(w *tar.Writer, made map[string]bool, name string, at time.Time) error {
	if name == "." || made[name] {
		return nil
	}
	made[name] = true
	if err := folders(w, made, path.Dir(name), at); err != nil {
		return err
	}
	return w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755, ModTime: at, Uname: "root",
		Gname: "root", Format: tar.FormatUSTAR})
}
