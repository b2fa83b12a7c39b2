package parcel

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/spread/wire"
)

// Outcome is what a worker sends back for a submission. It is encoded with gob, which preserves every field, even
// texts that are not UTF-8. Both ends have the same types, because a cluster's programs are built from one commit.
type Outcome struct {
	Submission grade.Submission
	Measures   sandbox.Measures // how the figures in Submission were measured
	// Texts holds, by a test's index, the conversation on the test or the program's output, if the ask requests these.
	Texts map[int][]byte
}

// The maximum size in bytes of an encoded outcome, and of all texts of an outcome together. The limit on texts leaves
// room for the rest of the outcome.
const (
	mostOutcome = 64 << 20
	mostTexts   = 48 << 20
)

// cutText is appended to a text that was cut.
var cutText = fmt.Sprintf("\n… more than %d MiB\n", mostTexts>>20)

// AddText adds the text in a file to the outcome, if the file exists. place is the test's index. If all texts together
// become too long, AddText cuts the new text and marks the cut.
func (o *Outcome) AddText(place int, path string) error {
	file, err := untrusted.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer file.Close()
	left := int64(mostTexts)
	for _, text := range o.Texts {
		left = max(left-int64(len(text)), 0)
	}
	text, err := io.ReadAll(io.LimitReader(file, left+1))
	if err != nil {
		return err
	}
	if int64(len(text)) > left {
		text = append(text[:left], cutText...)
	}
	if o.Texts == nil {
		o.Texts = make(map[int][]byte)
	}
	o.Texts[place] = text
	return nil
}

// PutOutcome stores an outcome, and returns the digests of its blocks.
func PutOutcome(ctx context.Context, bucket jetstream.KeyValue, o Outcome) (digests []string, err error) {
	var content bytes.Buffer
	if err := gob.NewEncoder(&content).Encode(o); err != nil {
		return nil, err
	}
	if content.Len() > mostOutcome {
		return nil, fmt.Errorf("the outcome has %d bytes, more than the limit of %d", content.Len(), mostOutcome)
	}
	for block := range slices.Chunk(content.Bytes(), wire.MostBlock) {
		digest := wire.Digest(block)
		if _, err := bucket.Put(ctx, digest, block); err != nil {
			return nil, err
		}
		digests = append(digests, digest)
	}
	return digests, nil
}

// GetOutcome fetches an outcome by the digests of its blocks.
func GetOutcome(ctx context.Context, bucket jetstream.KeyValue, digests []string) (o Outcome, err error) {
	if len(digests) > mostOutcome/wire.MostBlock+1 {
		return o, fmt.Errorf("the outcome has %d blocks, which is too many", len(digests))
	}
	content := &joiner{blocks: digests, get: func(digest string) ([]byte, error) {
		return wire.Block(ctx, bucket, digest)
	}}
	if err := gob.NewDecoder(content).Decode(&o); err != nil {
		return o, fmt.Errorf("cannot decode the outcome: %w", err)
	}
	return o, nil
}
