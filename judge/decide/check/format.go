package check

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// The exit statuses of the package format's protocol. With any other status, the checker has failed.
const (
	exitAccepted = 42
	exitWrong    = 43
)

// WantStatus ends the message about a checker that exits with neither 42 nor 43.
const WantStatus = "it must exit with 42 or 43"

// silent matches the messages about a checker or interactor of the package format that gives no reason.
var silent = regexp.MustCompile(`(?:^|: )the (checker|interactor) (?:rejects the output with.* message|failed: .*)$`)

// Called says how the package format calls a checker or interactor, if the message of a test is about one that gives no
// reason. Such a program may be written for another online judge, with other arguments. Otherwise, it returns "".
func Called(message string) string {
	of := silent.FindStringSubmatch(message)
	if of == nil {
		return ""
	}
	call := "it is called: " + of[1] + " input answer feedback_dir/"
	if of[1] == "checker" {
		call += " < output"
	}
	return call
}

const messageBytes = 4 << 10 // the most bytes of judgemessage.txt that are shown

// format is the protocol of the package format. A checker runs in a folder that holds only copies of the submission's
// files. The checker's command is:
//
//	program input answer feedback_dir/ [args] < output
//
// Exit status 42 means AC, and 43 means WA. If the checker ends in any other way, the verdict is JE, and the message
// includes the end of its standard error. For AC and WA, the message is the text of judgemessage.txt in feedback_dir/.
type format struct {
	plain bool // instead of 42 and 43, status 0 is AC and any other status is WA
}

func (f format) call(files Files, talks bool) call {
	feedback := inFolder(feedbackFolder) + "/"
	called := call{
		feedback: true,
		args:     append([]string{inFolder(inputFile), inFolder(answerFile), feedback}, files.Args...),
		files:    []sandbox.File{{Name: inputFile, Path: files.Input}, {Name: answerFile, Path: files.Answer}},
	}
	if !talks {
		called.input = files.Output
	}
	return called
}

// decide returns the result of a run, from the exit status and the files that the program wrote.
func (f format) decide(result sandbox.Result, files Files, feedback string) Result {
	stderr := quoted(result.Stderr.Tail())
	text, _ := os.ReadFile(filepath.Join(feedback, messageFile)) // the file may be missing
	decided := Result{Message: judgeMessage(text), Found: foundIn(text, files.Wanted)}
	if files.Scores {
		decided.Scores = scoresIn(feedback)
	}
	_, err := os.Lstat(filepath.Join(feedback, NextPass))
	goesOn, status := err == nil && files.Feedback != "", result.ExitCode
	if f.plain && status >= 0 {
		if status = exitWrong; result.ExitCode == 0 {
			status = exitAccepted
		}
	}
	switch {
	case status == exitAccepted:
		decided.Verdict = problem.AC
		return decided
	case status == exitWrong && goesOn:
		return judgeError("the %s rejects with status 43, but asks for another pass with %s; that needs "+
			"status 42%s", files.role, NextPass, stderr)
	case status == exitWrong:
		decided.Verdict = problem.WA
		if decided.Message == "" {
			why := "without a message"
			if f.plain { // the program may have crashed
				why = fmt.Sprintf("with exit status %d and no message", result.ExitCode)
			}
			decided.Message = fmt.Sprintf("the %s rejects the output %s%s", files.role, why, stderr)
		}
		return decided
	}
	if f.plain {
		return crashed(files.role, result, "")
	}
	return crashed(files.role, result, "; "+WantStatus)
}

// foundIn returns the wanted texts that a checker's message contains.
func foundIn(text []byte, wanted []string) (found []string) {
	for _, one := range wanted {
		if bytes.Contains(text, []byte(one)) {
			found = append(found, one)
		}
	}
	return found
}

// judgeMessage formats the first part of a checker's message.
func judgeMessage(text []byte) string {
	message := printable(string(text[:min(len(text), messageBytes)]))
	if len(text) > messageBytes {
		message += "…"
	}
	return message
}

// NextPass is the name of a file in the feedback folder. The file asks for another pass, and becomes the input of that
// pass.
const NextPass = "nextpass.in"

// filesBelow lists the files below dir. In the sandbox, they will be below folder. If dir is "", the list is empty.
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

// replace replaces old, a folder, with another folder, which may be on another file system.
func replace(old, with string) error {
	if err := os.RemoveAll(old); err != nil {
		return err
	}
	if os.Rename(with, old) == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(old), os.CopyFS(old, os.DirFS(with)))
}

// keep copies a file that a program wrote. A missing file counts as empty.
func keep(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

// scoreFiles are the files in which a checker may write a score.
var scoreFiles = []string{score.ScoreFile, score.MultiplierFile}

// feedbackProducts lists the files to take from a program's feedback folder. For a test with several passes, these are
// all files; for a single pass, only the message and the scores. whole is the most bytes to take of a file that is not
// a score.
func feedbackProducts(files Files, into string, whole int64) []sandbox.Product {
	if files.Feedback != "" {
		return []sandbox.Product{{Folder: feedbackFolder, Into: into, Limit: whole}}
	}
	products := []sandbox.Product{{Folder: feedbackFolder, Pattern: messageFile, Into: into, Limit: whole}}
	if files.Scores {
		for _, name := range scoreFiles {
			products = append(products, sandbox.Product{Folder: feedbackFolder, Pattern: name, Into: into,
				Limit: score.MostBytes + 1, Mark: true})
		}
	}
	return products
}

// scoresIn returns the contents of the score files that a program wrote.
func scoresIn(feedback string) score.Files {
	scores := make(score.Files)
	for _, name := range scoreFiles {
		if text, err := os.ReadFile(filepath.Join(feedback, name)); err == nil {
			scores[name] = string(text)
		}
	}
	return scores
}
