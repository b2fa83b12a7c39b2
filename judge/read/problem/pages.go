package problem

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	yaml "dlxjudge/judge/read/strictyaml"
)

// idInPage stands for a problem's id in the address of its page.
const idInPage = "{id}"

// Judges are the online judges that roots know, by their keys.
func Judges(roots Roots) (map[string]OnlineJudge, error) { return readJudges(roots.layout("").judges) }

// pageWithID reads the address of a page with {id} in it, as the whole of a value of its query or as a part of its
// path.
func pageWithID(v yaml.Value) (string, error) {
	page, err := v.NonEmpty()
	if err != nil {
		return "", err
	}
	address, err := url.Parse(page)
	if err != nil || address.Host == "" || strings.Count(page, idInPage) != 1 || strings.Contains(address.Host,
		idInPage) {
		return "", v.Errorf("want the address of a page with {id} in it, such as http://poj.org/problem?id={id}, "+
			"got %q", page)
	}
	return page, nil
}

// PageOf is the address of a problem's page, "" if it is not known how the judge forms it.
func (j OnlineJudge) PageOf(id string) string {
	if id == "" {
		return ""
	}
	return strings.ReplaceAll(j.Page, idInPage, url.QueryEscape(id))
}

// JudgeOf is the online judge that an address belongs to, and the id of the problem whose page it is; the id is "" if
// it is another page. The scheme, and a www. before the host, make no difference.
func JudgeOf(judges map[string]OnlineJudge, address string) (judge OnlineJudge, id string, ok bool) {
	seen, err := url.Parse(address)
	if err != nil || seen.Host == "" {
		return OnlineJudge{}, "", false
	}
	for _, key := range slices.Sorted(maps.Keys(judges)) {
		page, err := url.Parse(judges[key].Page)
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

// idIn is the part of an address that corresponds to {id} in a page, "" if they differ elsewhere, too.
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
