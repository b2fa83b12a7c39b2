package problem

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	yaml "dlxjudge/judge/strictyaml"
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
	p.Judge, p.Search, err = decodeJudge(doc, at.judges, judges)
	return err
}

// decodeJudge reads judge.yaml: the online judge and the search functions. Listed are the judges of the file path.
func decodeJudge(doc yaml.Value, path string, listed map[string]OnlineJudge) (OnlineJudge, map[string]string, error) {
	var known []string
	for key := range listed {
		known = append(known, key)
	}
	var judge OnlineJudge
	var id, url string
	var unverified []string
	var search map[string]string
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
		"id":         yaml.Into(&id, nonEmpty),
		"url":        yaml.Into(&url, nonEmpty),
		"unverified": yaml.Into(&unverified, yaml.ListOf(yaml.OneOf("time_limit", "memory"))),
		"search":     yaml.Into(&search, textsByName),
	})
	if err == nil && judge.Key == "" {
		err = fmt.Errorf("%s: no judge; add a key of %s: judge: …", doc.File(), path)
	}
	if err != nil {
		return OnlineJudge{}, nil, err
	}
	judge.ID = id
	if url = cmp.Or(url, judge.PageOf(id)); url != "" {
		judge.URL = url
	}
	if judge.SubmitPage == "" {
		judge.SubmitPage = judge.URL
	}
	judge.SubmitPage = strings.ReplaceAll(judge.SubmitPage, "{id}", id)
	judge.Unverified = slices.Concat(judge.Unverified, unverified)
	return judge, search, nil
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
		judge, err := decodeOnlineJudge(e)
		errs = append(errs, err)
		judges[e.Key] = judge
	}
	return judges, errors.Join(errs...)
}

// decodeOnlineJudge reads the entry of one judge in judges.yaml. Its SubmitPage still has {id} in it.
func decodeOnlineJudge(e yaml.Entry) (OnlineJudge, error) {
	judge := OnlineJudge{Key: e.Key}
	whitespace := ""
	err := e.Value.Keys(yaml.Fields{
		"name":       yaml.Into(&judge.Name, nonEmpty),
		"url":        yaml.Into(&judge.URL, nonEmpty),
		"whitespace": yaml.Into(&whitespace, yaml.OneOf(string(ForgiveTrailing), string(ExactWhitespace), string(IgnoreWhitespace))),
		"languages":  yaml.Into(&judge.Languages, yaml.ListOf(nonEmpty)),
		"cpp":        judge.dictates("cpp", yaml.OneOf("c++98", "c++03", "c++11", "c++14", "c++17", "c++20")),
		"c":          judge.dictates("c", yaml.OneOf("c89", "gnu89", "c99", "gnu99", "c11", "gnu11", "c17", "gnu17")),
		"go":         judge.dictates("go", goVersion),
		"file_names": yaml.Into(&judge.FileNames, textsByName),
		"menu":       yaml.Into(&judge.Menu, textsByName),
		"notes":      yaml.Into(&judge.Notes, textsByName),
		"page":       yaml.Into(&judge.Page, pageWithID),
		"companion": func(v yaml.Value) error {
			return v.Keys(yaml.Fields{
				"kilobytes":  yaml.Into(&judge.Companion.Kilobytes, byteCount),
				"java_times": yaml.Into(&judge.Companion.JavaTimes, number(1)),
			})
		},
		"submit": yaml.Into(&judge.SubmitPage, nonEmpty),
		"source": func(v yaml.Value) error {
			return v.Keys(yaml.Fields{
				"min_bytes": yaml.Into(&judge.MinSource, byteCount),
				"max_bytes": yaml.Into(&judge.MaxSource, byteCount),
			})
		},
		"unverified": yaml.Into(&judge.Unverified, yaml.ListOf(nonEmpty)),
	})
	judge.Whitespace = Whitespace(whitespace)
	if err != nil {
		return judge, err
	}
	if judge.Name == "" || whitespace == "" {
		return judge, e.At.Errorf("%s needs a name, and whitespace: trailing, exact or ignore", e.Key)
	}
	for _, fact := range judge.Unverified {
		if known := append(slices.Clone(judge.Languages), "source", "menu"); !slices.Contains(known, fact) {
			return judge, e.At.Errorf("%s has no fact %q%s; unverified lists languages of the judge, source or menu", e.Key, fact, yaml.DidYouMean(fact, known))
		}
	}
	return judge, nil
}

// dictates reads the standard of a language.
func (j *OnlineJudge) dictates(language string, read func(yaml.Value) (string, error)) func(yaml.Value) error {
	return func(v yaml.Value) error {
		standard, err := read(v)
		if err == nil {
			if j.Standards == nil {
				j.Standards = make(map[string]string)
			}
			j.Standards[language] = standard
		}
		return err
	}
}

var goVersionForm = regexp.MustCompile(`^go1\.[0-9]{1,3}$`)

func goVersion(v yaml.Value) (string, error) {
	text, err := v.Text()
	if err == nil && !goVersionForm.MatchString(text) {
		err = v.Errorf("%q is no version of Go; write it as go1.12", text)
	}
	return text, err
}

// textsByName reads a map from names to texts: languages to file names, approaches to functions.
func textsByName(v yaml.Value) (map[string]string, error) {
	entries, err := v.Entries()
	errs := []error{err}
	names := make(map[string]string)
	for _, e := range entries {
		names[e.Key], err = nonEmpty(e.Value)
		errs = append(errs, err)
	}
	return names, errors.Join(errs...)
}

// byteCount reads the size of a file.
func byteCount(v yaml.Value) (int64, error) {
	n, err := v.Int()
	if err == nil && n < 1 {
		err = v.Errorf("want 1 or more bytes, got %d", n)
	}
	return int64(n), err
}
