package parcel

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/store"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// Store keeps the files that a worker fetched, in a folder that several workers may share:
//
//	blocks/       all blocks, named by their digests; they stay when the worker ends
//	dlxjudge-…/   the trees of one process
//
// Only one goroutine may use a Store at a time.
type Store struct {
	dir    string
	own    string // folder of this process's trees
	blocks *store.Store
	trees  []*Tree // least recently used first
	made   int     // number of trees made so far
}

// Tree holds a parcel as files, which must not be changed.
type Tree struct {
	Dir     string // folder of the checkout or the package; paths in messages are below this folder
	Problem *problem.Problem
	digest  string // of the parcel
	folder  string // contains Dir; removed with the tree
}

// A store holds at most 20 GiB of blocks. It holds several trees, because successive work is often for different
// problems.
const (
	mostBlocks = 20 << 30 / wire.MostBlock
	mostTrees  = 4
)

// ErrDamaged means that the parcel itself is invalid.
var ErrDamaged = errors.New("not a valid parcel")

// Open opens the store in a folder, and creates the folder if necessary.
func Open(dir string) (*Store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	blocks := filepath.Join(dir, "blocks")
	if err := os.MkdirAll(blocks, 0o700); err != nil { // only for this user, because the blocks contain answers
		return nil, err
	}
	for _, orphan := range scratch.Orphans(dir) {
		if err := os.RemoveAll(orphan); err != nil {
			return nil, err
		}
	}
	own, err := scratch.Make(dir)
	if err != nil {
		return nil, err
	}
	bounds := store.Bounds{Entries: mostBlocks, Each: wire.MostBlock}
	return &Store{dir: dir, own: own, blocks: store.Open(blocks, bounds)}, nil
}

func (s *Store) Dir() string { return s.dir }

// Close removes the trees. The blocks stay for the next worker.
func (s *Store) Close() error { return os.RemoveAll(s.own) }

// Fetch makes the tree of a parcel and loads the problem with this name from the tree. It fetches the blocks that are
// not in the store. Later calls may remove the tree.
//
// The error is wire.ErrMissing if the cluster does not have all blocks, and ErrDamaged if no worker can use the parcel.
// Any other error is ctx's error, or a failure of this machine, such as a full disk.
func (s *Store) Fetch(ctx context.Context, bucket jetstream.KeyValue, digest, name string) (*Tree, error) {
	i := slices.IndexFunc(s.trees, func(t *Tree) bool { return t.digest == digest && t.Problem.Name == name })
	if i >= 0 {
		t := s.trees[i]
		s.trees = append(slices.Delete(s.trees, i, i+1), t)
		return t, nil
	}
	for len(s.trees) >= mostTrees {
		s.forget()
	}
	t, err := s.fetch(ctx, bucket, digest, name)
	if errors.Is(err, syscall.ENOSPC) && len(s.trees) > 0 {
		for len(s.trees) > 0 {
			s.forget()
		}
		t, err = s.fetch(ctx, bucket, digest, name)
	}
	if err != nil {
		return nil, fmt.Errorf("parcel %s: %w", digest, err)
	}
	s.trees = append(s.trees, t)
	return t, nil
}

// forget removes the least recently used tree.
func (s *Store) forget() {
	os.RemoveAll(s.trees[0].folder) // if this fails, Close tries again
	s.trees = s.trees[1:]
}

func (s *Store) fetch(ctx context.Context, bucket jetstream.KeyValue, digest, name string) (t *Tree, err error) {
	index, err := s.block(ctx, bucket, digest)
	if err != nil {
		return nil, err
	}
	s.made++
	folder := filepath.Join(s.own, strconv.Itoa(s.made))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(folder)
		}
	}()
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	in := &joiner{blocks: strings.Split(string(index), "\n"), get: func(digest string) ([]byte, error) {
		return s.block(ctx, bucket, digest)
	}}
	if err := unpack(tar.NewReader(in), root, int64(len(in.blocks))*wire.MostBlock); err != nil {
		return nil, err
	}
	t = &Tree{digest: digest, folder: folder, Dir: filepath.Join(folder, checkoutFolder)}
	roots := problem.Tree(t.Dir)
	if _, err := root.Lstat(packageFolder + name); err == nil {
		t.Dir = filepath.Join(folder, packageFolder, name)
		roots = problem.Package(t.Dir)
	}
	set, err := problem.Load(roots, func(n string) bool { return n == name })
	switch {
	case err != nil && ofMachine(err):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	case len(set.Problems) != 1:
		return nil, fmt.Errorf("%w: it has no problem %.200q", ErrDamaged, name)
	}
	compile.Unfit(set.Problems[0]) // the client has called Unfit, too: it replaces names of languages with codes
	t.Problem = set.Problems[0]
	return t, nil
}

// block gets a block from the store or, if the store lacks it, from the cluster.
func (s *Store) block(ctx context.Context, bucket jetstream.KeyValue, digest string) ([]byte, error) {
	if len(digest) != 64 || strings.Trim(digest, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("%w: %.80q is not a digest", ErrDamaged, digest)
	}
	if content, cached := s.blocks.Load(digest); cached {
		return content, nil
	}
	content, err := wire.Block(ctx, bucket, digest)
	if err == nil {
		s.blocks.Save(digest, content)
	}
	return content, err
}

// joiner reads the concatenated contents of blocks.
type joiner struct {
	blocks []string                            // digests of the blocks that are still to be read
	get    func(digest string) ([]byte, error) // returns a block
	rest   []byte                              // unread bytes of the current block
}

func (j *joiner) Read(to []byte) (int, error) {
	for len(j.rest) == 0 {
		if len(j.blocks) == 0 {
			return 0, io.EOF
		}
		content, err := j.get(j.blocks[0])
		if err != nil {
			return 0, err
		}
		j.rest, j.blocks = content, j.blocks[1:]
	}
	n := copy(to, j.rest)
	j.rest = j.rest[n:]
	return n, nil
}

// unpack writes the files of a tar file below root, if they have at most left bytes in total.
func unpack(in *tar.Reader, root *os.Root, left int64) error {
	sparse := func(key string) bool { return strings.HasPrefix(key, "GNU.sparse.") } // holes could make a file huge
	for {
		header, err := in.Next()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, tar.ErrHeader), errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		case err != nil:
			return err
		case header.Typeflag != tar.TypeReg || !fs.ValidPath(header.Name) || header.Size > left,
			slices.ContainsFunc(slices.Collect(maps.Keys(header.PAXRecords)), sparse):
			return fmt.Errorf("%w: %.200q is not a regular file in the parcel", ErrDamaged, header.Name)
		}
		left -= header.Size
		if err := root.MkdirAll(path.Dir(header.Name), 0o755); err != nil {
			return inParcel(err)
		}
		out, err := root.OpenFile(header.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fs.FileMode(header.Mode)&0o555)
		if err != nil {
			return inParcel(err)
		}
		_, err = io.Copy(out, in)
		if err = errors.Join(err, out.Close()); err != nil {
			return err
		}
	}
}

// inParcel marks an error as ErrDamaged unless this machine failed. For example, a parcel is damaged if the file system
// rejects a name in it.
func inParcel(err error) error {
	if ofMachine(err) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// ofMachine reports whether a file could not be read or written because this machine failed. A missing file, or one of
// the wrong type, is the package's fault.
func ofMachine(err error) bool {
	var number syscall.Errno
	packages := []syscall.Errno{syscall.ENOENT, syscall.ENOTDIR, syscall.EISDIR, syscall.ELOOP, syscall.ENAMETOOLONG,
		syscall.EINVAL, syscall.EEXIST}
	return errors.As(err, &number) && !slices.Contains(packages, number)
}
