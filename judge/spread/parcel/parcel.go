// Package parcel carries the files of a problem and its submissions to the workers of a cluster, and carries outcomes
// back to the client. Files and outcomes travel in blocks, each named by its digest.
//
//	p, err := parcel.Pack(ctx, roots, problem, submissions)       // reads and hashes the files
//	err = p.Upload(ctx, bucket)                                   // sends the missing blocks
//
//	store, err := parcel.Open(dir)                                // at the worker
//	tree, err := store.Fetch(ctx, bucket, p.Digest(), name)       // a folder with the files, and the loaded problem
//
//	blocks, err := parcel.PutOutcome(ctx, bucket, outcome)
//	outcome, err := parcel.GetOutcome(ctx, bucket, blocks)
//
// A parcel is a tar file of a problem's files. Equal files give the same parcel, even in another folder. The tar file
// is cut into blocks. The list of the blocks' digests is another block, and the digest of the list names the parcel.
// The files of submissions come last, so a changed submission changes only the last blocks.
package parcel

import (
	"archive/tar"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// Parcel is a problem with submissions, reduced to the files that affect verdicts. It does not hold their contents.
type Parcel struct {
	roots       problem.Roots
	problem     *problem.Problem
	submissions []problem.Submission
	blocks      []string // digests
}

// Pack reads and hashes the files that these submissions to a problem need (problem.Needed). The problem was loaded
// from roots. Reading stops when ctx is done.
func Pack(ctx context.Context, roots problem.Roots, p *problem.Problem, submissions []problem.Submission) (*Parcel,
	error) {
	for _, s := range submissions {
		r, err := compile.Resolve(ctx, compile.Submission, s.Source)
		if err == nil && len(r.Files) > len(s.Files) {
			return nil, fmt.Errorf("%s includes %s, which is not part of it; put a copy into its folder, or judge it "+
				"without a cluster", s.Main(), r.Files[len(s.Files)].Path)
		}
	}
	parcel := &Parcel{roots: roots, problem: p, submissions: submissions}
	err := parcel.cut(ctx, func(block []byte) error {
		parcel.blocks = append(parcel.blocks, wire.Digest(block))
		return nil
	})
	if err == nil && len(parcel.index()) > wire.MostBlock {
		err = fmt.Errorf("%s: its files exceed %d GB; judge it without a cluster", p.Dir,
			int64(len(parcel.blocks))*wire.MostBlock/1e9)
	}
	return parcel, err
}

// Digest returns the name of the parcel.
func (p *Parcel) Digest() string { return wire.Digest(p.index()) }

// index returns the list of the blocks' digests.
func (p *Parcel) index() []byte { return []byte(strings.Join(p.blocks, "\n")) }

// Upload stores the blocks that are missing or expire soon. After an error, another call stores only what is still
// missing.
func (p *Parcel) Upload(ctx context.Context, bucket jetstream.KeyValue) error {
	all := append(slices.Clone(p.blocks), p.Digest())
	stored, err := wire.Times(ctx, bucket, all)
	if err != nil {
		return fmt.Errorf("cannot list the files in the cluster: %w", err)
	}
	missing := make(map[string]bool)
	for _, digest := range all {
		missing[digest] = time.Since(stored[digest]) > wire.KeepBlocks/2
	}
	if !slices.ContainsFunc(all, func(digest string) bool { return missing[digest] }) {
		return nil
	}
	next := 0
	put := func(block []byte) error {
		digest := wire.Digest(block)
		if next == len(p.blocks) || digest != p.blocks[next] {
			return fmt.Errorf("files of problem %s changed after they were first read; try again", p.problem.Name)
		}
		next++
		if !missing[digest] {
			return nil
		}
		missing[digest] = false
		_, err := bucket.Put(ctx, digest, block)
		return err
	}
	if err := p.cut(ctx, put); err != nil {
		return err
	}
	_, err = bucket.Put(ctx, p.Digest(), p.index()) // last, so that the index never exists without its blocks
	return err
}

// cut passes each block of the tar file to the function do.
func (p *Parcel) cut(ctx context.Context, do func(block []byte) error) error {
	files := problem.Needed(p.problem, p.submissions)
	slices.SortStableFunc(files, func(a, b problem.File) int { return order(a.Name) - order(b.Name) })
	layout := checkoutFolder
	if p.roots.Package != "" {
		layout = packageFolder + p.problem.Name + "/"
	}
	out := &cutter{ctx: ctx, do: do}
	w := tar.NewWriter(out)
	for _, f := range files {
		if err := add(w, layout+f.Name, f.Path); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return out.end()
}

// A parcel has one top folder: either the checkout itself, or a folder that contains the package.
const (
	checkoutFolder = "checkout/"
	packageFolder  = "package/"
)

// order returns 1 for files of submissions, and 0 for other files.
func order(name string) int {
	if strings.HasPrefix(name, "solutions/") || strings.Contains("/"+name, "/submissions/") {
		return 1
	}
	return 0
}

func add(w *tar.Writer, name, path string) error {
	in, err := untrusted.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: 0o444, Format: tar.FormatPAX}
	if untrusted.Executable(info) {
		header.Mode = 0o555
	}
	if err := w.WriteHeader(header); err != nil {
		return fmt.Errorf("%s: %w; rename it", path, err)
	}
	n, err := io.Copy(w, io.LimitReader(in, info.Size()))
	if err == nil && n < info.Size() {
		err = fmt.Errorf("%s: it changed while it was read; try again", path)
	}
	return err
}

// cutter is a writer that cuts what it receives into blocks, until its context is done.
type cutter struct {
	ctx   context.Context
	do    func(block []byte) error
	block []byte
}

func (c *cutter) Write(content []byte) (int, error) {
	for rest := content; len(rest) > 0; {
		n := min(len(rest), wire.MostBlock-len(c.block))
		c.block, rest = append(c.block, rest[:n]...), rest[n:]
		if len(c.block) == wire.MostBlock {
			if err := c.end(); err != nil {
				return 0, err
			}
		}
	}
	return len(content), nil
}

// end passes the current block to the function do, and begins an empty block.
func (c *cutter) end() error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if len(c.block) == 0 {
		return nil
	}
	err := c.do(c.block)
	c.block = c.block[:0]
	return err
}
