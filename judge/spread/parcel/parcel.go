// Package parcel carries the files of a problem and of submissions to it from a checkout or a package to the workers of
// a cluster, by their SHA-256.
//
//	p, err := parcel.Pack(roots, problem, submissions)          // reads and hashes
//	sent, err := parcel.Upload(ctx, conn.Files, p, keep)         // sends what is not there yet
//
//	store, err := parcel.Open(dir, 20<<30)                       // at the worker
//	tree, release, err := store.Fetch(ctx, conn.Files, digest)   // what it does not have yet, checked
//	set, err := problem.Load(tree.Roots, nil)
//
// A parcel is a list of files; its digest names it. The contents travel in blocks of less than 1 MiB, the most that one
// message can have: so a block is stored completely or not at all. A block holds several small files. Blocks and lists
// are values of a key-value bucket, by digest. The receiver checks everything against the digests.
//
// The object stores of JetStream are not used: an object there is many messages, so it can be incomplete or change
// while it is read, and one of 1 GiB is refused (too many requests). Nothing is compressed: compression on one core is
// slower than a network of 1 Gbit/s.
package parcel

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// Parcel is a problem with submissions, as the files that decide verdicts. They stay where they are.
type Parcel struct {
	list    list     // without its files once they are sent: with many tests they are large, and seldom sent again
	sources []string // where the files are, in their order; nil once they are sent
	digest  string   // of the list as it travels; that itself is as large, and soon made again
	digests []string // of all that it is stored as
	again   func() (*Parcel, error)
}

// Digest names the parcel: SHA-256 of its list, in hexadecimal. Equal files give equal digests, wherever they are.
func (p *Parcel) Digest() string { return p.digest }

// Size is how many bytes the files have together.
func (p *Parcel) Size() int64 { return p.list.size() }

// ownBlocks is the size from which on a file has blocks of its own, which stay the same whatever files are beside it.
const ownBlocks = mostBlock / 4

// Pack reads and hashes the files that some submissions to a problem need (problem.Needed). The problem was loaded from
// roots.
func Pack(roots problem.Roots, p *problem.Problem, submissions []problem.Submission) (*Parcel, error) {
	needed, err := problem.Needed(roots, p, submissions)
	if err != nil {
		return nil, err
	}
	k := &packing{block: sha256.New(), sources: make([]string, 0, len(needed))}
	k.list.files = make([]file, 0, len(needed))
	k.list.layout, k.list.name = checkout, p.Name
	if roots.Package != "" {
		k.list.layout = pack
	}
	if err := checkName(p.Name); err != nil {
		return nil, fmt.Errorf("%s: %w; rename the folder", p.Dir, err)
	}
	for _, f := range needed {
		if err := checkPath(f.Name); err != nil {
			return nil, fmt.Errorf("%s: %w; rename it", f.Path, err)
		}
		if err := k.add(f); err != nil {
			return nil, err
		}
	}
	k.cut()
	text := k.list.encode()
	packed := &Parcel{list: k.list, sources: k.sources, digest: digestOf(text),
		again: func() (*Parcel, error) { return Pack(roots, p, submissions) }}
	for _, b := range k.list.blocks {
		packed.digests = append(packed.digests, b.digest)
	}
	for _, v := range values(text) {
		packed.digests = append(packed.digests, v.digest)
	}
	if err := k.list.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Dir, err)
	}
	if len(text) > mostList {
		return nil, fmt.Errorf("%s: the list of its %d files has %d bytes, and may have %d; judge it without a cluster",
			p.Dir, len(needed), len(text), mostList)
	}
	return packed, nil
}

// complete is the parcel with its files.
func (p *Parcel) complete() (*Parcel, error) {
	if p.sources != nil {
		return p, nil
	}
	same, err := p.again()
	if err == nil && same.digest != p.digest {
		err = fmt.Errorf("files of problem %s have changed since they were sent first; try again", p.list.name)
	}
	return same, err
}

// packing is a parcel that is being made.
type packing struct {
	list    list
	sources []string
	block   hash.Hash // of the block that is not full yet
	filled  int64     // its bytes
}

// add reads a file.
func (k *packing) add(f problem.File) error {
	in, err := untrusted.Open(f.Path)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	if size >= ownBlocks || k.filled+size > mostBlock {
		k.cut()
	}
	sum := sha256.New()
	if _, err := io.CopyN(io.MultiWriter(sum, k), in, size); err == io.EOF {
		return changed(f.Path)
	} else if err != nil {
		return err
	}
	if n, err := in.Read(make([]byte, 1)); n > 0 || err != io.EOF {
		return changed(f.Path)
	}
	if size >= ownBlocks || border(f.Name) {
		k.cut()
	}
	k.sources = append(k.sources, f.Path)
	k.list.files = append(k.list.files, file{hex.EncodeToString(sum.Sum(nil)), size, info.Mode()&0o111 != 0, f.Name})
	return nil
}

// Write adds contents to the block, and cuts it wherever it is full.
func (k *packing) Write(content []byte) (int, error) {
	for rest := content; len(rest) > 0; {
		n := min(int64(len(rest)), mostBlock-k.filled)
		k.block.Write(rest[:n])
		rest = rest[n:]
		if k.filled += n; k.filled == mostBlock {
			k.cut()
		}
	}
	return len(content), nil
}

// cut ends a block.
func (k *packing) cut() {
	if k.filled > 0 {
		k.list.blocks = append(k.list.blocks, block{hex.EncodeToString(k.block.Sum(nil)), k.filled})
	}
	k.block.Reset()
	k.filled = 0
}

// border reports whether a block ends with this small file. That depends only on its name, so a file that is new, gone
// or longer changes one or two blocks and not all that follow. One name in sixteen is a border.
func border(name string) bool { return sha256.Sum256([]byte(name))[0] < 16 }

func changed(path string) error {
	return fmt.Errorf("%s: it changed while it was read; try again", path)
}

// read is the content of a block, from the files, which must not have changed.
func (p *Parcel) read(b block, parts []part) ([]byte, error) {
	content := make([]byte, 0, b.size)
	for _, part := range parts {
		path := p.sources[part.file]
		in, err := untrusted.Open(path)
		if err != nil {
			return nil, err
		}
		content, err = readPart(content, in, part)
		in.Close()
		if err != nil {
			return nil, err
		}
	}
	if digestOf(content) == b.digest {
		return content, nil
	}
	for _, part := range parts {
		if digest, err := digestOfFile(p.sources[part.file]); err != nil || digest != p.list.files[part.file].digest {
			return nil, changed(p.sources[part.file])
		}
	}
	return nil, changed(p.sources[parts[0].file])
}

func readPart(content []byte, in *os.File, p part) ([]byte, error) {
	at := len(content)
	content = content[:at+int(p.size)]
	if _, err := in.ReadAt(content[at:], p.from); err == io.EOF {
		return nil, changed(in.Name())
	} else if err != nil {
		return nil, err
	}
	return content, nil
}
