package export

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"

	"dlxjudge/judge/base/untrusted"
)

// maxFile is the largest size, in bytes, of a file in a package. It is bounded because files are compressed in memory.
const maxFile = 1 << 30

// made is the date of every file: 1 January 2000 in MS-DOS format. A fixed date makes archives of equal files equal.
const made = (2000-1980)<<9 | 1<<5 | 1

// Write writes a ZIP file. Equal files make equal archives.
//
// The header before each file has the file's sizes and checksum, as does the file's second header, at the end of the
// archive. DOMjudge refuses archives in which the two headers differ: it uses libzip's strict check (CHECKCONS).
func Write(w io.Writer, files []File) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		if err := add(z, f); err != nil {
			return err
		}
	}
	return z.Close()
}

func add(z *zip.Writer, f File) error {
	// CreateRaw writes only the MS-DOS fields for the date, and ignores Modified.
	//lint:ignore SA1019 see above
	header := &zip.FileHeader{Name: f.Path, ModifiedDate: made}
	switch {
	case strings.HasSuffix(f.Path, "/"):
		header.SetMode(fs.ModeDir | 0o755)
	case f.Run:
		header.SetMode(0o755)
	default:
		header.SetMode(0o644)
	}
	text, err := f.content()
	if err != nil {
		return err
	}
	packed, err := deflate(text)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	if header.Method = zip.Deflate; len(packed) >= len(text) {
		header.Method, packed = zip.Store, text
	}
	header.CRC32 = crc32.ChecksumIEEE(text)
	header.UncompressedSize64, header.CompressedSize64 = uint64(len(text)), uint64(len(packed))
	out, err := z.CreateRaw(header)
	if err == nil {
		_, err = out.Write(packed)
	}
	return err
}

func (f File) content() ([]byte, error) {
	if f.From == "" {
		return f.Text, nil
	}
	return untrusted.Read(f.From, maxFile)
}

func deflate(text []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	return packed.Bytes(), err
}
