package problem

import (
	"path"
	"slices"
)

// AnswerTo is what a submission to a problem of type submit-answer has for a test: the path of one of its files, "" if
// it has none. A submission of one file has that for every test. In a folder, the file is called as the test, with the
// whole of its name or the last part, and .out, .ans or .txt behind it.
func (s Submission) AnswerTo(t Test) string {
	files := s.Submitted()
	if len(files) == 1 && len(s.Files) == 1 && s.Files[0] == path.Base(s.Name) {
		return files[0].Path
	}
	for _, name := range []string{t.Name, path.Base(t.Name)} {
		for _, extension := range []string{".out", ".ans", ".txt", ""} {
			if i := slices.IndexFunc(files, func(f File) bool { return f.Name == name+extension }); i >= 0 {
				return files[i].Path
			}
		}
	}
	return ""
}
