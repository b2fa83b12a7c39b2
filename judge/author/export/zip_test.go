package export

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

var written = []File{
	{Path: "data/"}, {Path: "data/1.in", Text: []byte(strings.Repeat("2738", 100))}, {Path: "data/empty.in"},
	{Path: "output_validators/"}, {Path: "output_validators/build", Text: []byte("#!/bin/sh\n"), Run: true},
}

// TestWrite compares the two headers of each file, as libzip's strict check does. The times must be constant, so that
// archives are reproducible.
func TestWrite(t *testing.T) {
	var b bytes.Buffer
	judgetest.Check(t, Write(&b, written))
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	judgetest.Check(t, err)
	for i, f := range z.File {
		if f.Name != written[i].Path || f.Flags != 0 || len(f.Extra) > 0 || f.Modified.Year() != 2000 {
			t.Errorf("%s: flags %x, extra %x, time %v", f.Name, f.Flags, f.Extra, f.Modified)
		}
		if run := f.Mode()&0o111 != 0; run != (written[i].Run || strings.HasSuffix(f.Name, "/")) {
			t.Errorf("%s: mode %v", f.Name, f.Mode())
		}
		at, err := f.DataOffset()
		judgetest.Check(t, err)
		local := b.Bytes()[at-30-int64(len(f.Name)):]
		crc, packed, size := binary.LittleEndian.Uint32(local[14:]), binary.LittleEndian.Uint32(local[18:]),
			binary.LittleEndian.Uint32(local[22:])
		if crc != f.CRC32 || uint64(packed) != f.CompressedSize64 || uint64(size) != f.UncompressedSize64 {
			t.Errorf("%s: the local header has %x %d %d, the central one %x %d %d", f.Name, crc, packed, size, f.CRC32,
				f.CompressedSize64, f.UncompressedSize64)
		}
		r, err := f.Open()
		judgetest.Check(t, err)
		if text, err := io.ReadAll(r); err != nil || !bytes.Equal(text, written[i].Text) {
			t.Errorf("%s: %q, %v", f.Name, text, err)
		}
	}
}

// TestStrict opens an archive with libzip, as DOMjudge does.
func TestStrict(t *testing.T) {
	ziptool := judgetest.Need(t, "ziptool")
	path := filepath.Join(t.TempDir(), "sum.zip")
	zipped(t, path, written)
	if out, err := exec.Command(ziptool, "-c", path, "get_num_entries", "").CombinedOutput(); err != nil { // -c checks
		t.Errorf("%v: %s", err, out)
	}
}
