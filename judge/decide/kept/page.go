package kept

import (
	"bytes"
	"encoding/gob"
	"errors"
	"io"
)

// A file of a book is a stream of gob values: the sums, and then each result with its key.

type sumsText struct{ Stamps, Sums []string } // of equal length; the sums are in hexadecimal

type resultText[T any] struct {
	Key    string
	Result T
}

// encode writes a page byte for byte: texts need not be valid. Results that have no room are left out, the last first.
func encode[T any](p page[T]) ([]byte, error) {
	var sums sumsText
	for _, stamp := range p.sums.names {
		sums.Stamps, sums.Sums = append(sums.Stamps, stamp), append(sums.Sums, p.sums.of[stamp])
	}
	var content bytes.Buffer
	to := gob.NewEncoder(&content)
	if err := to.Encode(sums); err != nil {
		return nil, err
	}
	for _, key := range p.results.names {
		before := content.Len()
		if err := to.Encode(resultText[T]{key, p.results.of[key]}); err != nil {
			return nil, err
		}
		if content.Len() > mostBytes {
			content.Truncate(before)
			break
		}
	}
	return content.Bytes(), nil
}

var errPage = errors.New("not the page of a book")

// decode reads a page that encode has written, and refuses everything else.
func decode[T any](content []byte) (page[T], error) {
	p, text := newPage[T](), bytes.NewReader(content)
	from := gob.NewDecoder(text)
	var sums sumsText
	if err := from.Decode(&sums); err != nil {
		return p, err
	}
	if len(sums.Stamps) != len(sums.Sums) || len(sums.Stamps) > mostSums {
		return p, errPage
	}
	for i, stamp := range sums.Stamps {
		p.sums.put(stamp, sums.Sums[i])
	}
	for {
		var one resultText[T]
		switch err := from.Decode(&one); {
		case err == io.EOF && text.Len() == 0:
			return p, nil
		case err != nil:
			return p, err
		}
		if len(p.results.names) == mostResults {
			return p, errPage
		}
		p.results.put(one.Key, one.Result)
	}
}
