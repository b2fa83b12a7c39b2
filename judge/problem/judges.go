package problem

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	yaml "dlxjudge/judge/problem/strictyaml"
)

// readJudge reads judge.yaml, where the problem has one, and what judges.yaml says of that judge.
func (p *Problem) readJudge(at layout) error {
	doc, err := yaml.ReadFile(filepath.Join(at.dir, "judge.yaml"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return unreadable(err)
	}
	judges, err := readJudges(at.judges)
	if err != nil {
		return err
	}
	p.Judge, err = decodeJudge(doc, at.judges, judges)
	return err
}

// decodeJudge reads judge.yaml; listed are the judges of the file called path.
func decodeJudge(doc yaml.Value, path string, listed map[string]OnlineJudge) (OnlineJudge, error) {
	var known []string
	for key := range listed {
		known = append(known, key)
	}
	var judge OnlineJudge
	var id, url string
	err := doc.Keys(yaml.Fields{
		"judge": func(v yaml.Value) error {
			key, err := v.Text()
			if err != nil {
				return err
			}
			var ok bool
			if judge, ok = listed[key]; !ok {
				return v.Errorf("judge %q is not in %s%s", key, path, yaml.DidYouMean(key, known))
			}
			return nil
		},
		"id":  yaml.Into(&id, nonEmpty),
		"url": yaml.Into(&url, nonEmpty),
	})
	if err == nil && judge.Key == "" {
		err = fmt.Errorf("%s: no judge; add a key of %s: judge: …", doc.File(), path)
	}
	if err != nil {
		return OnlineJudge{}, err
	}
	judge.ID = id
	if url != "" {
		judge.URL = url
	}
	return judge, nil
}

// readJudges reads judges.yaml: the online judges by their keys. Without the file there are none.
func readJudges(path string) (map[string]OnlineJudge, error) {
	doc, err := yaml.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, unreadable(err)
	}
	return decodeJudges(doc)
}

func decodeJudges(doc yaml.Value) (map[string]OnlineJudge, error) {
	entries, err := doc.Entries()
	errs := []error{err}
	judges := make(map[string]OnlineJudge)
	for _, e := range entries {
		judge := OnlineJudge{Key: e.Key}
		whitespace := ""
		err := e.Value.Keys(yaml.Fields{
			"name":       yaml.Into(&judge.Name, nonEmpty),
			"url":        yaml.Into(&judge.URL, nonEmpty),
			"whitespace": yaml.Into(&whitespace, yaml.OneOf(string(ForgiveTrailing), string(ExactWhitespace), string(IgnoreWhitespace))),
		})
		judge.Whitespace = Whitespace(whitespace)
		if err == nil && (judge.Name == "" || whitespace == "") {
			err = e.At.Errorf("%s needs a name, and as whitespace one of trailing, exact, ignore", e.Key)
		}
		errs = append(errs, err)
		judges[e.Key] = judge
	}
	return judges, errors.Join(errs...)
}
