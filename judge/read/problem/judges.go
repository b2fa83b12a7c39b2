package problem

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// readJudge reads judge.yaml, if the problem has one. It takes the facts about the online judge from judges.yaml.
func (p *Problem) readJudge(at layout) error {
	doc, err := yaml.ReadFile(filepath.Join(at.dir, "judge.yaml"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return tree.Unreadable(err)
	}
	judges, err := readJudges(at.judges)
	if err != nil {
		return err
	}
	return p.decodeJudge(doc, at.judges, judges)
}

// Finding is one thing that a command found wrong with a problem.
type Finding struct {
	Place   string // the file or folder that the finding is about, or "file:line:column"
	Message string // what is wrong, and what would help
}

func (f Finding) String() string { return f.Place + ": " + f.Message }

// MarshalText writes a finding as String does.
func (f Finding) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// Mark says that some findings of "judge validate" are intended, and why.
type Mark struct {
	Text   string // prefix of the messages of these findings
	Reason string
	Place  string // where the mark is written: "problems/spojnqueen/judge.yaml:15:5"
}

// readMarks reads marks from a map. Each key is a reason, and its value lists prefixes of the messages that the reason
// explains.
//
//	intended:
//	  numbers may be written in any way: [the checker accepts leading zeros, the checker accepts a plus sign]
func readMarks(v yaml.Value) (marks []Mark, err error) {
	err = v.Each(func(reason yaml.Entry) (blank error) {
		if strings.TrimSpace(reason.Key) == "" {
			blank = reason.At.Errorf("the reason is blank; say why these findings are intended")
		}
		of, err := yaml.ListOf(func(v yaml.Value) (Mark, error) {
			text, err := v.NonEmpty()
			return Mark{text, reason.Key, v.Place()}, err
		})(reason.Value)
		marks = append(marks, of...)
		return errors.Join(blank, err)
	})
	return marks, err
}

// decodeJudge reads judge.yaml: the online judge, the search functions, and the intended findings. path is that of
// judges.yaml, and listed holds the judges in that file. Facts in judge.yaml replace those of the judge. A replaced
// fact is unverified only if judge.yaml says so.
func (p *Problem) decodeJudge(doc yaml.Value, path string, listed map[string]OnlineJudge) error {
	var j OnlineJudge
	if v, ok := doc.Get("judge"); ok {
		key, _ := v.Text() // the reader of the key reports mistakes
		j = listed[key]
	}
	var id, url string
	var replaced, unverified []string
	fact := func(read func(yaml.Value) error, facts ...string) func(yaml.Value) error {
		return func(v yaml.Value) error {
			replaced = append(replaced, facts...)
			return read(v)
		}
	}
	err := doc.Keys(yaml.Fields{
		"judge": func(v yaml.Value) error {
			key, err := v.Text()
			if err == nil && j.Key == "" {
				err = v.Errorf("judge %q is not in %s%s", key, path, yaml.DidYouMean(key,
					slices.Collect(maps.Keys(listed))))
			}
			return err
		},
		"id":         yaml.Into(&id, yaml.Value.NonEmpty),
		"url":        yaml.Into(&url, yaml.Value.NonEmpty),
		"languages":  fact(yaml.Into(&j.Languages, yaml.ListOf(yaml.Value.NonEmpty)), j.Languages...),
		"menu":       fact(yaml.Into(&j.Menu, textsByName), "menu"),
		"source":     fact(yaml.Into(&j.Source, sourceSize), "source"),
		"unverified": yaml.Into(&unverified, yaml.ListOf(yaml.Value.NonEmpty)),
		"search":     yaml.Into(&p.Search, textsByName),
		"intended":   yaml.Into(&p.Intended, readMarks),
	})
	switch {
	case err != nil:
	case j.Key != "":
		p.Judge = j.Of(id, url)
		p.Judge.Unverified = append(slices.DeleteFunc(slices.Clone(j.Unverified), func(fact string) bool {
			return slices.Contains(replaced, fact)
		}), unverified...)
	case p.Intended == nil: // a judge.yaml with intended findings needs no judge
		err = fmt.Errorf("%s: no judge; add judge: KEY, with a key from %s", doc.File(), path)
	}
	return err
}

// readJudges returns the online judges in judges.yaml, by their keys. If the file is missing, it returns none.
func readJudges(path string) (map[string]OnlineJudge, error) {
	return decodeJudges(yaml.ReadFile(path))
}

// ParseJudges reads the text of a judges.yaml. Errors begin with the path.
func ParseJudges(path string, text []byte) (map[string]OnlineJudge, error) {
	return decodeJudges(yaml.Parse(path, text))
}

func decodeJudges(doc yaml.Value, err error) (map[string]OnlineJudge, error) {
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, tree.Unreadable(err)
	}
	judges := make(map[string]OnlineJudge)
	err = doc.Each(func(e yaml.Entry) (err error) {
		judges[e.Key], err = decodeOnlineJudge(e)
		return err
	})
	return judges, err
}

// Of returns a copy of the judge with a problem's id and the address of the problem's page. Both may be "".
func (j OnlineJudge) Of(id, url string) OnlineJudge {
	j.ID, j.URL = id, cmp.Or(url, j.PageOf(id), j.URL)
	if url != "" && !strings.Contains(j.SubmitPage, idInPage) { // the problem's own page knows the problem
		j.SubmitPage = url
	}
	j.SubmitPage = strings.ReplaceAll(cmp.Or(j.SubmitPage, j.URL), idInPage, id)
	return j
}

// decodeOnlineJudge reads the entry of one judge in judges.yaml. The result's SubmitPage may still contain {id}.
func decodeOnlineJudge(e yaml.Entry) (OnlineJudge, error) {
	j := OnlineJudge{Key: e.Key, Standards: make(map[string]string)}
	fields := yaml.Fields{
		"name":       yaml.Into(&j.Name, yaml.Value.NonEmpty),
		"url":        yaml.Into(&j.URL, yaml.Value.NonEmpty),
		"page":       yaml.Into(&j.Page, yaml.Value.NonEmpty),
		"submit":     yaml.Into(&j.SubmitPage, yaml.Value.NonEmpty),
		"whitespace": yaml.Into((*string)(&j.Whitespace), yaml.OneOf("trailing", "exact", "ignore")),
		"languages":  yaml.Into(&j.Languages, yaml.ListOf(yaml.Value.NonEmpty)),
		"file_names": yaml.Into(&j.FileNames, textsByName),
		"menu":       yaml.Into(&j.Menu, textsByName),
		"notes":      yaml.Into(&j.Notes, textsByName),
		"source":     yaml.Into(&j.Source, sourceSize),
		"companion": func(v yaml.Value) error {
			return v.Keys(yaml.Fields{"kilobytes": yaml.Into(&j.Companion.Kilobytes, yaml.Value.Int),
				"java_times": yaml.Into(&j.Companion.JavaTimes, yaml.Value.Float)})
		},
		"unverified": yaml.Into(&j.Unverified, yaml.ListOf(yaml.Value.NonEmpty)),
	}
	for _, language := range []string{"cpp", "c", "go"} {
		fields[language] = func(v yaml.Value) (err error) {
			j.Standards[language], err = v.NonEmpty()
			return err
		}
	}
	err := e.Value.Keys(fields)
	switch {
	case err != nil:
	case j.Name == "" || j.Whitespace == "":
		err = e.At.Errorf("%s needs the keys name and whitespace (trailing, exact or ignore)", e.Key)
	case j.Page != "" && strings.Count(j.Page, idInPage) != 1:
		err = e.At.Errorf("want the address of a page with {id} in it, such as http://poj.org/problem?id={id}, got %q",
			j.Page)
	}
	return j, err
}

func sourceSize(v yaml.Value) (s SourceSize, err error) {
	err = v.Keys(yaml.Fields{"min_bytes": yaml.Into(&s.Min, yaml.Value.Int),
		"max_bytes": yaml.Into(&s.Max, yaml.Value.Int)})
	return s, err
}

// textsByName reads a map from names to texts, such as from languages to menu entries.
func textsByName(v yaml.Value) (map[string]string, error) {
	names := make(map[string]string)
	err := v.Each(func(e yaml.Entry) (err error) {
		names[e.Key], err = e.Value.NonEmpty()
		return err
	})
	return names, err
}

// idInPage is the placeholder for a problem's id in the address of a page.
const idInPage = "{id}"

// Judges returns the online judges in judges.yaml, by their keys. The roots determine the path of that file.
func Judges(roots Roots) (map[string]OnlineJudge, error) { return readJudges(roots.layout("").judges) }

// PageOf returns the address of a problem's page. It returns "" if the id is "", or if the form of such addresses is
// unknown.
func (j OnlineJudge) PageOf(id string) string {
	if id == "" {
		return ""
	}
	return strings.ReplaceAll(j.Page, idInPage, url.QueryEscape(id))
}

// JudgeOf returns the online judge that an address belongs to. If the address is that of a problem's page, id is the
// problem's id; otherwise, id is "". JudgeOf ignores the scheme, and the prefix "www." of the host.
func JudgeOf(judges map[string]OnlineJudge, address string) (judge OnlineJudge, id string, ok bool) {
	seen, err := url.Parse(address)
	if err != nil || seen.Host == "" {
		return OnlineJudge{}, "", false
	}
	for _, key := range slices.Sorted(maps.Keys(judges)) {
		page, err := url.Parse(cmp.Or(judges[key].Page, judges[key].URL))
		if err != nil || page.Host == "" || bareHost(page) != bareHost(seen) {
			continue
		}
		return judges[key], idIn(page, seen), true
	}
	return OnlineJudge{}, "", false
}

func bareHost(address *url.URL) string {
	return strings.TrimPrefix(strings.ToLower(address.Hostname()), "www.")
}

// idIn returns the id in the address of a problem's page: the part of seen that stands where page has {id}, in its query
// or its path. If the paths differ in any other part, idIn returns "".
func idIn(page, seen *url.URL) string {
	for key, values := range page.Query() {
		if slices.Contains(values, idInPage) && page.Path == seen.Path {
			return seen.Query().Get(key)
		}
	}
	before, after, found := strings.Cut(page.Path, idInPage)
	rest, ok := strings.CutPrefix(seen.Path, before)
	if !found || !ok {
		return ""
	}
	id, ok := strings.CutSuffix(strings.TrimSuffix(rest, "/"), strings.TrimSuffix(after, "/"))
	if !ok || strings.Contains(id, "/") {
		return ""
	}
	return id
}

// Ladder returns the solution names that a checkout's solutions/ladder.yaml lists, from the plainest to the fastest. It
// returns none if that file is missing, or if the roots are a package.
func Ladder(roots Roots) ([]string, error) {
	if roots.Package != "" {
		return nil, nil
	}
	doc, err := yaml.ReadFile(filepath.Join(roots.Solutions, "ladder.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return decodeLadder(doc)
}

var decodeLadder = yaml.ListOf(yaml.Value.Text)
