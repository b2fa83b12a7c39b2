package receive

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/read/problem"
)

// address is what the address of a page says about a problem.
type address struct {
	site  string
	names []string // usually those of the contest and the problem; none if the address has no names
	key   string   // the same for two addresses of one page
	whole bool     // the address names no problem: the page may have all problems of a contest
}

// generic lists words that occur in addresses but name neither a problem nor a contest.
var generic = strings.Fields("problem problems problemset problemsets problem-sets task tasks contest contests gym " +
	"competition competitions round rounds practice archive p")

// The parameters of addresses: those that name a problem, the likeliest first, the one that names a contest, and those
// that only choose the language of a page.
var (
	idKeys       = []string{"id", "pid", "num", "problem_id", "cpid"}
	contestKey   = "cid"
	languageKeys = []string{"locale", "lang"}
)

// maxAddress is the length of the longest address that is read, in bytes.
const maxAddress = 2000

// webPage parses the address of a web page; it returns nil for any other address.
func webPage(address string) *url.URL {
	page, err := url.Parse(address)
	if err != nil || page.Scheme != "http" && page.Scheme != "https" || page.Host == "" || len(address) > maxAddress {
		return nil
	}
	return page
}

// addressOf reads an address. Its path names the problem. Only if the path ends with a script, or with a word such as
// "problem", a parameter does. A fragment that is a path continues the path: contest/480959#problem/A.
func addressOf(page *url.URL) (a address) {
	host := strings.TrimPrefix(strings.ToLower(page.Hostname()), "www.")
	labels := strings.Split(host, ".") // acm.timus.ru, codeforces.com
	a.site = slices.MaxFunc(labels[:min(len(labels), 2)], func(a, b string) int { return len(a) - len(b) })
	whole := strings.TrimRight(page.Path, "/")
	if strings.Contains(page.Fragment, "/") {
		whole += "/" + page.Fragment
	}
	a.key = host + whole
	above, last := path.Split(strings.TrimSuffix(whole, ".html"))
	for word := range strings.SplitSeq(above, "/") {
		if word = plainName(word); word != "" && !slices.Contains(generic, word) {
			a.names = append(a.names, word)
		}
	}
	name, script := plainName(last), path.Ext(last) != ""
	unnamed := last == "" || slices.Contains(generic, name)
	if name != "" && !unnamed {
		a.names = append(a.names, name)
	}
	if !script && !unnamed {
		return a
	}
	contest, id, rank := "", "", len(idKeys)
	for part := range strings.SplitSeq(page.RawQuery, "&") {
		key, value, _ := strings.Cut(part, "=")
		if key = strings.ToLower(key); key == "" || slices.Contains(languageKeys, key) {
			continue
		}
		a.key += "&" + part
		value, _ = url.QueryUnescape(cmp.Or(value, key))
		value = plainName(value)
		own := slices.Index(slices.Concat(idKeys, []string{key}), key)
		switch {
		case key == contestKey:
			contest = value
		case own < rank || own == len(idKeys) && own == rank && (script || len(a.names) == 0):
			id, rank = value, own
		}
	}
	switch {
	case id != "":
		a.names = slices.DeleteFunc([]string{contest, id}, func(name string) bool { return name == "" })
	case len(a.names) == 0 || unnamed && strings.HasSuffix(last, "s"):
		a.whole = true
	}
	return a
}

// letterForm matches the letter before the title of a problem in a contest: "B2. Sum", "B - Sum".
var letterForm = regexp.MustCompile(`^([A-Z][0-9]?)(?:\.| -|:) `)

// Fields are the values of the fields in patterns. They have only characters that any file system allows in a name.
type fields map[string]string

// fields returns the values for a problem of an online judge. id is the problem's id in the address of its page, or "".
// It also returns a key that two tasks share if they are the same problem.
func (t Task) fields(judge problem.OnlineJudge, id string) (f fields, key string) {
	a := address{whole: true}
	if page := webPage(t.URL); page != nil {
		a = addressOf(page)
	}
	letter := ""
	if found := letterForm.FindStringSubmatch(t.Name); found != nil {
		letter = plainName(found[1])
	}
	title := plainName(t.Name)
	if a.whole {
		a.key += "#" + scaffold.Legible(t.Name)
		if len(a.names) > 0 {
			a.names = append(a.names, cmp.Or(letter, title, "problem"))
		}
	}
	if id = plainName(id); id != "" {
		a.names = []string{id}
	}
	if len(a.names) == 0 {
		a.names = []string{cmp.Or(title, "problem")}
	}
	name, contest := a.names[len(a.names)-1], ""
	if len(a.names) > 1 {
		contest = a.names[len(a.names)-2]
	}
	f = fields{"judge": cmp.Or(judge.Key, plainName(a.site)), "contest": contest, "name": title, "id": name,
		"letter": cmp.Or(letter, strings.TrimPrefix(name, contest+"_"))}
	if !strings.HasPrefix(name, contest) {
		f["id"] = plainName(contest + "_" + name)
	}
	return f, a.key
}

// usualFolder returns the pattern of a problem's folder if the user has none. The id alone is enough, unless it is that
// of a known judge, such as NQUEEN, or a number.
func (f fields) usualFolder(known bool) string {
	if known || strings.Trim(f["id"], "0123456789") == "" {
		return "{judge}{id}"
	}
	return "{id}"
}

var fieldForm = regexp.MustCompile(`\{[a-z_]+\}`)

// expand replaces the fields in a text. Unknown fields stay.
func (f fields) expand(text string) string {
	return fieldForm.ReplaceAllStringFunc(text, func(field string) string {
		if value, known := f[strings.Trim(field, "{}")]; known {
			return value
		}
		return field
	})
}

// path expands the pattern of a path. It leaves out folders whose fields are empty, as {contest} may be.
func (f fields) path(pattern string) string {
	var names []string
	for name := range strings.SplitSeq(strings.TrimRight(pattern, "/"), "/") {
		if strings.Contains(name, "{") {
			name = strings.Trim(f.expand(name), "-_")
			extension := path.Ext(name)
			if stem := strings.TrimSuffix(name, extension); reserved.MatchString(stem) {
				name = stem + "-problem" + extension
			}
		}
		names = append(names, name)
	}
	if last := names[len(names)-1]; last == "" || last == path.Ext(last) {
		names[len(names)-1] = "problem" + last
	}
	return path.Join(names...)
}

// reserved matches names that Windows reserves, and those that would turn a folder into a checkout.
var reserved = regexp.MustCompile(`^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|problems|testdata|solutions)$`)

var otherCharacters = regexp.MustCompile(`[^a-z0-9_-]+`)

// plainName reduces a text to characters that any file system allows in a folder's name. Letters become lower case,
// because some file systems do not distinguish case.
func plainName(text string) string {
	text = strings.ToLower(strings.ReplaceAll(text, " ", "-"))
	name := strings.Trim(otherCharacters.ReplaceAllString(text, ""), "-_")
	return strings.Trim(name[:min(len(name), 60)], "-_")
}
