package reply

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
)

// Texts are taken whole until there is no more room, and then cut, which they say. A reply takes them.
func TestRoom(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, size int64) string {
		path := filepath.Join(dir, name)
		judgetest.Check(t, os.WriteFile(path, []byte(name), 0o600))
		judgetest.Check(t, os.Truncate(path, size))
		return path
	}
	var room Room
	var texts []*string
	for _, row := range []struct {
		path string
		size int
		cut  bool
	}{
		{write("first", 5), 5, false},
		{write("empty", 0), 0, false},
		{write("large", MostTexts-8), MostTexts - 8, false},
		{write("fits", 3), 3, false},
		{write("no", 1), 0, true},
		{write("none", 0), 0, false},
	} {
		text, err := room.Text(row.path)
		judgetest.Check(t, err)
		whole, is := strings.CutSuffix(*text, cut)
		if is != row.cut || len(whole) != row.size {
			t.Errorf("%s: %d bytes, cut: %t", row.path, len(whole), is)
		}
		texts = append(texts, text)
	}
	if text, err := room.Text(filepath.Join(dir, "missing")); text != nil || err != nil {
		t.Errorf("a file that is not there: %v, %v", text, err)
	}
	if _, err := room.Text(dir); err == nil {
		t.Error("a folder is read")
	}
	content, err := Write(Reply{Texts: append(texts, nil)})
	judgetest.Check(t, err)
	r, err := Read(content)
	judgetest.Check(t, err)
	if len(r.Texts) != 7 || *r.Texts[0] != "first" || r.Texts[6] != nil || *r.Texts[4] != cut {
		t.Errorf("%d texts", len(r.Texts))
	}
}

// More than a worker may send is refused, however it is spread over the texts.
func TestMostTexts(t *testing.T) {
	half := strings.Repeat("x", MostTexts/2+100)
	content, err := Write(Reply{Texts: []*string{&half, nil, &half}})
	judgetest.Check(t, err)
	if _, err := Read(content); err == nil || err.Error() != "its texts have 50331848 bytes, and may have 50331714" {
		t.Error(err)
	}
}

// A submission that leaves no room for texts is sent without them.
func TestNoRoom(t *testing.T) {
	judgetest.Long(t, "it writes more than 64 MiB")
	text, message := strings.Repeat("x", MostTexts), strings.Repeat("y", Most-MostTexts)
	r := Reply{Submission: grade.Submission{Message: message}, Texts: []*string{&text, nil}}
	content, err := Write(r)
	judgetest.Check(t, err)
	if len(content) > Most || !bytes.Contains(content, []byte(message)) {
		t.Errorf("%d bytes", len(content))
	}
	r, err = Read(content)
	judgetest.Check(t, err)
	if *r.Texts[0] != cut || r.Texts[1] != nil {
		t.Errorf("%.100q", *r.Texts[0])
	}
}
