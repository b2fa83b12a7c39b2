package check

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/score"
)

// NextPass is the file that a checker makes in the feedback folder to have the submission run again, on that input.
const NextPass = "nextpass.in"

// filesBelow are the files in a folder of the judge and in those below, as a program finds them in one of its folders.
// There are none in "".
func filesBelow(dir, folder string) (files []sandbox.File, err error) {
	if dir == "" {
		return nil, nil
	}
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			var name string
			if name, err = filepath.Rel(dir, path); err == nil {
				files = append(files, sandbox.File{Name: folder + "/" + filepath.ToSlash(name), Path: path})
			}
		}
		return err
	})
	return files, err
}

// replace puts the content of one folder in place of that of another. Both may be on different file systems.
func replace(old, with string) error {
	if err := os.RemoveAll(old); err != nil {
		return err
	}
	if os.Rename(with, old) == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(old), os.CopyFS(old, os.DirFS(with)))
}

// keep moves a file that a program has written, both of which the judge has. A file that is not there is an empty one.
func keep(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

// scoreFiles are what a checker of a scoring problem may write.
var scoreFiles = []string{score.ScoreFile, score.MultiplierFile}

// feedbackProducts are what is taken from a program's feedback folder: all for the next pass, or else its message and
// the scores. A file is whole if it has fewer bytes than that.
func feedbackProducts(files Files, into string, whole int64) []sandbox.Product {
	if files.Feedback != "" {
		return []sandbox.Product{{Folder: feedbackFolder, Into: into, Limit: whole}}
	}
	message := sandbox.Product{Folder: feedbackFolder, Pattern: messageFile, Into: into, Limit: messageBytes + 1}
	if len(files.Sought) > 0 {
		message.Limit = whole
	}
	products := []sandbox.Product{message}
	if files.Scores {
		for _, name := range scoreFiles {
			products = append(products, sandbox.Product{Folder: feedbackFolder, Pattern: name, Into: into,
				Limit: score.MostBytes + 1, Mark: true})
		}
	}
	return products
}

// scoresIn are those of these files that a program wrote.
func scoresIn(feedback string) score.Files {
	scores := make(score.Files)
	for _, name := range scoreFiles {
		if text := written(feedback, name); text != nil {
			scores[name] = string(text)
		}
	}
	return scores
}

// written is what the checker wrote to one of its files, nil if there is none.
func written(feedback, name string) []byte {
	text, err := os.ReadFile(filepath.Join(feedback, name))
	if err != nil {
		return nil
	}
	return text
}
