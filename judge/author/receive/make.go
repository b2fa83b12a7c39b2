package receive

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/read/problem"
)

// prob is a problem file of the extension cph. It has no tests, because these are files of their own.
type prob struct {
	Name        string   `json:"name"`
	Group       string   `json:"group"`
	URL         string   `json:"url"`
	Interactive bool     `json:"interactive"`
	Memory      int64    `json:"memoryLimit,omitempty"` // MiB; left out if unknown
	Time        int64    `json:"timeLimit,omitempty"`   // ms; left out if unknown
	Source      string   `json:"srcPath,omitempty"`     // name of the source; "" for any in its folder
	Tests       []string `json:"tests"`
}

// text returns the text of the .prob file for a folder.
func (p prob) text(f *Folder) string {
	if f.outside() {
		p.Source = path.Base(f.Source)
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		panic(err) // texts and numbers can always be encoded
	}
	return string(text) + "\n"
}

const maxProb = 1 << 20 // bytes

// keyIn returns the key of the problem in a .prob file, or "" if there is none.
func keyIn(file string) string {
	text, err := untrusted.Read(file, maxProb)
	var p prob
	if err != nil || json.Unmarshal(text, &p) != nil {
		return ""
	}
	_, key := Task{Name: p.Name, URL: p.URL}.fields(problem.OnlineJudge{}, "")
	return key
}

// Make writes the files below a parent folder. If another problem there has the same name, Make appends a number to the
// name, as in sum-2. The address in the .prob file says which problem it is. The error is whole.ErrExists if the
// same problem is already there.
func (f *Folder) Make(in string) error {
	name, source := f.Name, f.Source
	for i := 1; i < 100; i++ {
		number := ""
		if i > 1 {
			number = fmt.Sprintf("-%d", i)
		}
		f.Name = name + number
		record := path.Join(f.Name, path.Dir(f.inside), ".cph", path.Base(f.Name)+".prob")
		if f.outside() {
			stem := strings.TrimSuffix(source, path.Ext(source)) + number
			f.Source = stem + path.Ext(source)
			record = path.Join(path.Dir(stem), ".cph", path.Base(stem)+".prob")
		} else if f.inside != "" {
			f.Source = f.Name + "/" + f.inside
		}
		_, err := os.Lstat(filepath.Join(in, f.Name))
		switch key := keyIn(filepath.Join(in, record)); {
		case err == nil && key == f.key:
			return whole.ErrExists
		case err == nil || key != "" && key != f.key:
			continue
		}
		return f.write(in, record)
	}
	return fmt.Errorf("%s and 98 similar names are taken; rename one of these folders", filepath.Join(in, name))
}

// write writes the folder and, if they belong elsewhere, the .prob file and the source. The folder comes last, so that
// the same problem can be received again if anything fails.
func (f *Folder) write(in, record string) error {
	files := f.Files
	if f.inside != "" {
		files = append(files, whole.File{Path: f.inside, Text: f.text})
	}
	if below, inside := strings.CutPrefix(record, f.Name+"/"); inside {
		files = append(files, whole.File{Path: below, Text: f.prob.text(f)})
	} else if err := f.writeOutside(filepath.Join(in, record), filepath.Join(in, f.Source)); err != nil {
		return err
	}
	return whole.MakeFolder(filepath.Join(in, f.Name), files)
}

func (f *Folder) writeOutside(record, source string) error {
	if err := os.MkdirAll(filepath.Dir(record), 0o777); err != nil {
		return err
	}
	if err := whole.Replace(record, []byte(f.prob.text(f))); err != nil {
		return err
	}
	file, err := os.OpenFile(source, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil // it is the user's
	} else if err != nil {
		return err
	}
	_, err = file.WriteString(f.text)
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(source) // else it would count as the user's
	}
	return err
}
