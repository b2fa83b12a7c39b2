package checkout

import (
	"bufio"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// The modes of entries in git's trees and index.
const (
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// entry is a file of a commit, or of the index.
type entry struct{ mode, hash, path string }

// changed reports whether a tracked file differs from a commit: in the index, or in the folder itself. It compares the
// bytes as they are, because git's own comparison runs the filters that the repository names.
func changed(ctx context.Context, dir, commit string) (bool, error) {
	committed, err := list(ctx, dir, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return false, err
	}
	tracked, err := list(ctx, dir, "ls-files", "--stage", "-z")
	if err != nil || !slices.Equal(tracked, committed) {
		return err == nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false, err
	}
	defer root.Close()
	for _, file := range committed {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if !file.same(root) {
			return true, nil
		}
	}
	return false, nil
}

// list returns the files that a git command lists, without submodules. A row of ls-tree is mode, kind, hash, tab, path.
// A row of ls-files is mode, hash, stage, tab, path.
func list(ctx context.Context, dir string, args ...string) (entries []entry, err error) {
	rows, err := git(ctx, dir, args...)
	if err != nil {
		return nil, err
	}
	for row := range strings.SplitSeq(strings.TrimSuffix(rows, "\x00"), "\x00") {
		about, path, _ := strings.Cut(row, "\t")
		fields := strings.Fields(about)
		switch {
		case rows == "":
		case len(fields) != 3 || path == "":
			return nil, fmt.Errorf("git %s: %q is not a file", args[0], row)
		case fields[0] == modeSubmodule:
		case args[0] == "ls-tree":
			entries = append(entries, entry{fields[0], fields[2], path})
		default:
			entries = append(entries, entry{fields[0], fields[1], path})
		}
	}
	return entries, nil
}

// same reports whether the file in a folder has the committed bytes.
func (e entry) same(root *os.Root) bool {
	info, err := root.Lstat(e.path)
	switch {
	case err != nil:
		return false
	case e.mode == modeLink:
		target, err := root.Readlink(e.path)
		return err == nil && e.hash == hashOf(len(e.hash), strings.NewReader(target), int64(len(target)))
	case !info.Mode().IsRegular():
		return false
	}
	file, err := root.Open(e.path)
	if err != nil {
		return false
	}
	defer file.Close()
	return e.hash == hashOf(len(e.hash), file, info.Size())
}

// hashOf returns git's hash of a file of that size: SHA-1 or SHA-256, by the number of digits.
func hashOf(digits int, content io.Reader, size int64) string {
	var sum hash.Hash = sha1.New()
	if digits > 2*sha1.Size {
		sum = sha256.New()
	}
	fmt.Fprintf(sum, "blob %d\x00", size)
	if n, err := io.Copy(sum, io.LimitReader(content, size+1)); err != nil || n != size {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// extract writes the files of a commit into a folder. It reads the objects directly, because git checkout runs hooks
// and filters.
func extract(ctx context.Context, dir, commit, into string) error {
	files, err := list(ctx, dir, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return err
	}
	var hashes strings.Builder
	for _, file := range files {
		fmt.Fprintln(&hashes, file.hash)
	}
	cmd, err := command(ctx, dir, "cat-file", "--batch")
	if err != nil {
		return err
	}
	cmd.Stdin = strings.NewReader(hashes.String())
	objects, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(into)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := cmd.Start(); err != nil {
		return err
	}
	in := bufio.NewReader(objects)
	for _, file := range files {
		if err = file.write(root, in); err != nil {
			err = fmt.Errorf("git cat-file: %s: %w", file.path, err)
			break
		}
	}
	objects.Close()
	if ended := cmd.Wait(); err == nil && ended != nil {
		err = fmt.Errorf("git cat-file: %w", ended)
	}
	return err
}

// write writes a file from the output of git cat-file: a line with hash, kind and size, the bytes, a newline.
func (e entry) write(root *os.Root, in *bufio.Reader) error {
	line, err := in.ReadString('\n')
	if err != nil {
		return err
	}
	var kind string
	var size int64
	if _, err := fmt.Sscanf(line, e.hash+" %s %d", &kind, &size); err != nil || kind != "blob" {
		return fmt.Errorf("%q is not the start of a file", line)
	}
	if err := root.MkdirAll(path.Dir(e.path), 0o777); err != nil {
		return err
	}
	content := io.LimitReader(in, size)
	if e.mode == modeLink {
		var target []byte
		if target, err = io.ReadAll(content); err == nil {
			err = root.Symlink(string(target), e.path)
		}
	} else {
		err = create(root, e.path, content)
	}
	if err == nil {
		_, err = in.Discard(1)
	}
	return err
}

func create(root *os.Root, path string, content io.Reader) error {
	file, err := root.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fs.FileMode(0o666))
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
