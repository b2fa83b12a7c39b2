package parcel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// mostBlock is how many bytes are stored at once: a message may have 1 MiB with its headers.
const mostBlock = 1<<20 - 4<<10

// block is a part of contents that is stored as one value, under its digest.
type block struct {
	digest string
	size   int64 // 1 to mostBlock
}

// encode writes a line: "block 2c26b46b… 1048".
func (b block) encode(text []byte) []byte {
	return fmt.Appendf(text, "block %s %d\n", b.digest, b.size)
}

// decodeBlock reads a line of encode, after "block ".
func decodeBlock(text string) (b block, err error) {
	digest, size, _ := strings.Cut(text, " ")
	if b.digest, b.size, err = decodeContent(digest, size); err == nil && (b.size < 1 || b.size > mostBlock) {
		err = fmt.Errorf("a block of %d bytes; it has 1 to %d", b.size, mostBlock)
	}
	return b, err
}

func decodeContent(digest, size string) (string, int64, error) {
	bytes, err := strconv.ParseInt(size, 10, 64)
	if err != nil || bytes < 0 || strconv.FormatInt(bytes, 10) != size {
		return "", 0, fmt.Errorf("%.40q is no size", size)
	}
	return digest, bytes, checkDigest(digest)
}

// checkDigest checks that a text is a SHA-256 in hexadecimal.
func checkDigest(digest string) error {
	if len(digest) != 64 || strings.Trim(digest, "0123456789abcdef") != "" {
		return fmt.Errorf("%.80q is no SHA-256 in hexadecimal", digest)
	}
	return nil
}

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// value is what is stored under a digest: a content, or the lines of the blocks that a larger content has.
type value struct {
	digest string
	text   []byte
}

// values are what a content is stored as. The last one has the content's digest, so whoever finds it finds the others.
func values(content []byte) []value { return valuesOf(content, mostBlock) }

// valuesOf are values of at most so many bytes each, except for the last one.
func valuesOf(content []byte, most int) (all []value) {
	if len(content) <= most {
		return []value{{digestOf(content), content}}
	}
	var index []byte
	for piece := range slices.Chunk(content, most) {
		b := block{digestOf(piece), int64(len(piece))}
		all, index = append(all, value{b.digest, piece}), b.encode(index)
	}
	return append(all, value{digestOf(content), index})
}

// smallPiece is what passes a network that cuts connections after some ten KB. So does the list of such pieces of a
// block, and that of the blocks of any content.
const smallPiece = 12 << 10

// PutContent stores a content of any size under its digest, and returns that. It is stored in small pieces, which any
// network lets pass to those who read it.
func PutContent(ctx context.Context, bucket jetstream.KeyValue, content []byte) (digest string, err error) {
	all := values(content)
	last := all[len(all)-1]
	blocks := all
	if len(all) > 1 { // the last one is their list
		blocks = all[:len(all)-1]
	}
	for _, b := range blocks {
		if err := putAll(ctx, bucket, valuesOf(b.text, smallPiece)); err != nil {
			return "", err
		}
	}
	if len(all) > 1 {
		err = put(ctx, bucket, last.digest, last.text)
	}
	return last.digest, err
}

// putAll stores values, the last one when the others are there.
func putAll(ctx context.Context, bucket jetstream.KeyValue, all []value) error {
	last := len(all) - 1
	for _, err := range inOrder(ctx, last, func(ctx context.Context, i int) (int, error) {
		return 0, put(ctx, bucket, all[i].digest, all[i].text)
	}) {
		if err != nil {
			return err
		}
	}
	return put(ctx, bucket, all[last].digest, all[last].text)
}

// putPieces stores a block in pieces, without those that are there: of those an upload before this one may have sent
// some. As blocks are, they may be about to expire; then the block is missing, and is asked for again.
func putPieces(ctx context.Context, bucket jetstream.KeyValue, digest string, content []byte) error {
	all := valuesOf(content, smallPiece)
	var digests []string
	for _, v := range all[:len(all)-1] {
		digests = append(digests, v.digest)
	}
	stored, err := storedSince(ctx, bucket, digests, time.Now().Add(-recent))
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(v value) bool { return stored[v.digest] })
	return putAll(ctx, bucket, all)
}

// recent is how old pieces of the same upload may be.
const recent = time.Hour

// GetContent is a content that PutContent has stored, of at most so many bytes. The error is ErrMissing if it is not
// there, or not all of it.
func GetContent(ctx context.Context, bucket jetstream.KeyValue, digest string, most int64) ([]byte, error) {
	if err := checkDigest(digest); err != nil {
		return nil, err
	}
	content, err := get(ctx, bucket, digest)
	if err != nil {
		return nil, err
	}
	if digestOf(content) != digest {
		if content, err = join(ctx, bucket, digest, content, most, getBlock); err != nil {
			return nil, err
		}
	}
	if int64(len(content)) > most {
		return nil, tooLarge(digest, most)
	}
	return content, nil
}

// getter gets a block.
type getter func(ctx context.Context, bucket jetstream.KeyValue, digest string) ([]byte, error)

// join is the content of the blocks that an index lists. The index is checked: it may hold anything.
func join(ctx context.Context, bucket jetstream.KeyValue, digest string, index []byte, most int64,
	get getter) ([]byte, error) {
	var blocks []block
	var size int64
	for line := range strings.Lines(string(index)) {
		text, is := strings.CutPrefix(line, "block ")
		b, err := decodeBlock(strings.TrimSuffix(text, "\n"))
		if !is || err != nil {
			return nil, damaged(digest)
		}
		if size += b.size; size > most {
			return nil, tooLarge(digest, most)
		}
		blocks = append(blocks, b)
	}
	content := make([]byte, 0, size)
	for part, err := range fetch(ctx, bucket, blocks, get) {
		if err != nil {
			return nil, err
		}
		if content = append(content, part...); int64(len(content)) > size {
			break
		}
	}
	if digestOf(content) != digest {
		return nil, damaged(digest)
	}
	return content, nil
}

func tooLarge(digest string, most int64) error {
	return fmt.Errorf("content %s: larger than %d bytes, which is too large here", digest, most)
}

// fetch gets the contents of some blocks in order, up to the first error. Their sizes may be others than listed.
func fetch(ctx context.Context, bucket jetstream.KeyValue, blocks []block, get getter) iter.Seq2[[]byte, error] {
	return inOrder(ctx, len(blocks), func(ctx context.Context, i int) ([]byte, error) {
		return get(ctx, bucket, blocks[i].digest)
	})
}

// sideBySide is how many blocks are on their way at a time. They bound the memory: some MiB.
const sideBySide = 4

// inOrder calls do with 0 to n-1, some at a time, and gives the results in order, up to the first error.
func inOrder[T any](ctx context.Context, n int, do func(ctx context.Context, i int) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel()
		type result struct {
			of  T
			err error
		}
		var running []chan result // in order
		for i := range n + sideBySide {
			if i >= sideBySide && len(running) > 0 {
				got := <-running[0]
				running = running[1:]
				if !yield(got.of, got.err) || got.err != nil {
					return
				}
			}
			if i < n {
				done := make(chan result, 1)
				running = append(running, done)
				group.Go(func() {
					of, err := do(ctx, i)
					done <- result{of, err}
				})
			}
		}
	}
}
