package check

import (
	"context"
	"io"
	"sync"
)

// block is the number of bytes of a file that are in memory at once.
const block = 64 << 10

var buffers = sync.Pool{New: func() any { return new([block]byte) }}

func takeBuffer() *[block]byte  { return buffers.Get().(*[block]byte) }
func giveBuffer(b *[block]byte) { buffers.Put(b) }

var (
	isSpace   = [256]bool{' ': true, '\f': true, '\n': true, '\r': true, '\t': true, '\v': true}
	asIs      = foldTable(func(b byte) byte { return b })
	lowerCase = foldTable(func(b byte) byte {
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		return b
	})
)

func foldTable(fold func(byte) byte) (table [256]byte) {
	for b := range table {
		table[b] = fold(byte(b))
	}
	return table
}

// place is a token or a run of whitespace in a file.
type place struct {
	line, token int   // 1-based: of the token, or of the token before the run, 0 at the beginning of a line
	lineStart   int64 // offset of that line
	start, end  int64 // offsets
	differs     int64 // offset of the first byte that differs
}

// gap describes a run of whitespace of any length. Runs with equal hash and length are taken to be equal: by chance
// that is wrong once in 2⁶⁴ times.
type gap struct {
	place
	length     int64
	hash       uint64
	newlines   int
	indent     int64 // bytes after the last newline, or all if there is none
	indentHash uint64
}

// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// scanner reads a file once from front to back, by tokens and the whitespace between them.
type scanner struct {
	ctx       context.Context
	in        io.Reader
	buffer    *[block]byte
	at, end   int   // buffer[at:end] is read and not used yet
	base      int64 // offset of buffer[0] in the file
	line      int
	tokens    int // begun in this line
	lineStart int64
	start     int64 // of the last token begun
	eof       bool
	err       error
}

// newScanner reads a file from its offset, which is the beginning of a line.
func newScanner(ctx context.Context, in io.Reader, from prefix) *scanner {
	return &scanner{ctx: ctx, in: in, buffer: takeBuffer(), base: from.lineStart, line: from.lines + 1,
		lineStart: from.lineStart, start: from.lineStart}
}

func (s *scanner) free() { giveBuffer(s.buffer) }

// fill reads on until n bytes are in the buffer, or the file ends.
func (s *scanner) fill(n int) {
	for s.end-s.at < n && !s.eof {
		if s.at > 0 {
			s.base += int64(s.at)
			s.end = copy(s.buffer[:], s.buffer[s.at:s.end])
			s.at = 0
		}
		if s.err = s.ctx.Err(); s.err != nil {
			s.eof = true
			return
		}
		read, err := s.in.Read(s.buffer[s.end:])
		s.end += read
		if err != nil {
			s.eof = true
			if err != io.EOF {
				s.err = err
			}
		}
	}
}

// buffered is the next bytes, at least one unless the file ends.
func (s *scanner) buffered() []byte {
	if s.at == s.end {
		s.fill(1)
	}
	return s.buffer[s.at:s.end]
}

func (s *scanner) skip(n int)    { s.at += n }
func (s *scanner) offset() int64 { return s.base + int64(s.at) }
func (s *scanner) atEnd() bool   { return len(s.buffered()) == 0 }

// gap reads the whitespace up to the next token, possibly none.
func (s *scanner) gap() gap {
	g := gap{hash: fnvOffset, indentHash: fnvOffset}
	g.place = place{line: s.line, token: s.tokens, lineStart: s.lineStart, start: s.offset(), differs: s.offset()}
	for {
		chunk := s.buffered()
		i := 0
		for ; i < len(chunk) && isSpace[chunk[i]]; i++ {
			g.hash = (g.hash ^ uint64(chunk[i])) * fnvPrime
			if chunk[i] != '\n' {
				g.indent++
				g.indentHash = (g.indentHash ^ uint64(chunk[i])) * fnvPrime
				continue
			}
			g.newlines++
			g.indent, g.indentHash = 0, fnvOffset
			s.line++
			s.tokens = 0
			s.lineStart = s.offset() + int64(i) + 1
		}
		s.skip(i)
		g.length += int64(i)
		if i < len(chunk) || len(chunk) == 0 {
			g.end = s.offset()
			return g
		}
	}
}

// beginToken notes that a token begins here.
func (s *scanner) beginToken() {
	s.start = s.offset()
	s.tokens++
}

// token is the next token, or its first bytes if it is longer than a number can be.
func (s *scanner) token() []byte {
	s.fill(maxNumber + 1)
	rest := s.buffer[s.at:min(s.end, s.at+maxNumber+1)]
	for i, b := range rest {
		if isSpace[b] {
			return rest[:i]
		}
	}
	return rest
}

// tokenPlace reads to the end of the current or next token, whose byte at differs, and returns its place. At the end of
// the file it returns the place where a token is missing.
func (s *scanner) tokenPlace(at int64) place {
	p := place{line: s.line, token: s.tokens, lineStart: s.lineStart, start: s.start, differs: s.start + at}
	for {
		chunk := s.buffered()
		i := 0
		for i < len(chunk) && !isSpace[chunk[i]] {
			i++
		}
		s.skip(i)
		if i < len(chunk) || len(chunk) == 0 {
			p.end = s.offset()
			return p
		}
	}
}
