package submit

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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
	maxRecords = 1 << 20 // bytes of the file
	maxRecord  = 4 << 10 // bytes of a line, which has short words and the name of a file
)

// Record adds an answer of an online judge to the file beside the program. answer holds the line's fields from the date
// to the commit; unknown fields are "".
func Record(ctx context.Context, source problem.Source, answer ...string) (grade.Recorded, error) {
	digest, err := digestOf(ctx, source)
	if err != nil {
		return grade.Recorded{}, err
	}
	_, err = untrusted.ReadBelow(source.Dir, problem.RecordFile, maxRecords-maxRecord)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return grade.Recorded{}, err
	}
	row := append(answer, source.Files[0], digest)
	for i := range row {
		row[i] = legible.Line(row[i]) // without tabs
	}
	return recordedIn(row), whole.AppendBelow(source.Dir, problem.RecordFile, recordHead, strings.Join(row, "\t")+"\n")
}

// Recorded returns the newest answer that is recorded for the text of a program, or nil if there is none.
func Recorded(ctx context.Context, source problem.Source) (newest *grade.Recorded) {
	text, err := untrusted.Read(filepath.Join(source.Dir, problem.RecordFile), maxRecords)
	if err != nil {
		return nil
	}
	digest, err := digestOf(ctx, source)
	for line := range strings.Lines(string(text)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if err == nil && len(row) == 9 && row[8] == digest {
			recorded := recordedIn(row)
			newest = &recorded
		}
	}
	return newest
}

// recordedIn returns the answer in a line of the file.
func recordedIn(row []string) grade.Recorded {
	answer := fmt.Sprintf("%s said %s on %s", cmp.Or(row[1], "the online judge"), row[3], row[0])
	if row[4] != "" {
		answer += ", " + row[4] + " s"
	}
	if row[5] != "" {
		answer += ", " + row[5] + " MiB"
	}
	return grade.Recorded{Verdict: problem.Verdict(legible.Line(row[3])), Answer: legible.Line(answer)}
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
