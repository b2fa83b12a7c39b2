package submit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// The file beside a program in which answers of online judges are recorded: a line for each, with tabs between fields.
const (
	recordHead = "date\tjudge\tid\tverdict\tseconds\tMiB\tcommit\tfile\tsha256\n"
	maxRecords = 1 << 20 // bytes
)

// Record writes the online judge's answer to a program into the file beside it, and returns the file's path.
func Record(ctx context.Context, source problem.Source, r grade.Recorded) (path string, err error) {
	path = filepath.Join(source.Dir, problem.RecordFile)
	digest, err := digestOf(ctx, source)
	if err != nil {
		return path, err
	}
	text, err := untrusted.ReadBelow(source.Dir, problem.RecordFile, maxRecords)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = []byte(recordHead), nil
	}
	if err != nil {
		return path, err
	}
	for i, field := range []string{r.Date, r.Judge, r.ID, string(r.Verdict), r.Seconds, r.MiB, r.Commit,
		source.Files[0], digest} {
		if i > 0 {
			text = append(text, '\t')
		}
		text = append(text, legible.Line(field)...) // without tabs
	}
	text = append(text, '\n')
	return path, whole.WriteBelow(source.Dir, problem.RecordFile, text)
}

// Recorded returns the newest answer that is recorded for the text of a program, or nil if there is none.
func Recorded(ctx context.Context, source problem.Source) (newest *grade.Recorded) {
	text, err := untrusted.Read(filepath.Join(source.Dir, problem.RecordFile), maxRecords)
	if err != nil {
		return nil
	}
	digest, err := digestOf(ctx, source)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i := range f {
			f[i] = legible.Line(f[i])
		}
		if len(f) == 9 && f[8] == digest {
			newest = &grade.Recorded{Date: f[0], Judge: f[1], ID: f[2], Verdict: problem.Verdict(f[3]), Seconds: f[4],
				MiB: f[5], Commit: f[6]}
		}
	}
	return newest
}

// digestOf returns the digest of what an online judge gets: the file with the user's own headers expanded.
func digestOf(ctx context.Context, source problem.Source) (string, error) {
	if len(source.Files) != 1 {
		return "", errors.New("an online judge takes one file")
	}
	contents, err := compile.ReadSource(source)
	if err == nil && Expands(source) {
		contents[0], _, _, err = Expand(ctx, source)
	}
	if err != nil {
		return "", err
	}
	digest := sha256.Sum256(contents[0])
	return hex.EncodeToString(digest[:]), nil
}

// Expands reports whether a program is a single file in a language whose headers Expand can expand.
func Expands(source problem.Source) bool {
	language, err := compile.LanguageOf(source)
	return err == nil && len(language.Headers) > 0 && len(source.Files) == 1
}
