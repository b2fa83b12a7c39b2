package submit

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// JudgeOf returns the online judge of the program in a loose folder. It is the judge that judge.yaml names, or else the
// judge from whose page the problem was received, or else the judge with the key usual, from config.yaml. If there is
// none at all, the judge has only a name for messages, and unnamed says how to name one.
func JudgeOf(folder *loose.Folder, usual string) (judge problem.OnlineJudge, unnamed string, err error) {
	judges, err := scaffold.JudgesHere()
	if err != nil {
		return judge, "", err
	}
	page := folder.Page
	judge, id, known := problem.JudgeOf(judges, page)
	keys := slices.Sorted(maps.Keys(judges))
	file := filepath.Join(folder.Program.Dir, "judge.yaml")
	key, from := folder.Settings.Judge, file
	if key == "" && !known {
		key, from = usual, "config.yaml"
	}
	switch {
	case key != "":
		asked, ok := judges[key]
		if !ok {
			return judge, "", fmt.Errorf("judge: %s in %s: no such online judge is known%s", key, from,
				strictyaml.Instead(key, keys))
		}
		if asked.Key != judge.Key {
			id, page = "", ""
		}
		judge = asked
	case !known:
		return problem.OnlineJudge{Name: "its online judge"}, fmt.Sprintf("which online judge takes %s? for its "+
			"rules, write two lines into %s, such as judge: codeforces and id: 1700A; the known judges are %s",
			folder.Program.Name, file, strings.Join(keys, ", ")), nil
	}
	id = cmp.Or(folder.Settings.ID, id)
	if err := checkID(file, judge, id); err != nil {
		return judge, "", err
	}
	if !strings.Contains(page, id) { // judge.yaml names another problem
		page = ""
	}
	return judge.Of(id, cmp.Or(judge.PageOf(id), page)), "", nil
}

// idWord is the form of an id, which becomes part of a page's address.
var idWord = regexp.MustCompile(`^[\w.-]*$`)

// checkID returns an error if no page of the judge can have the id, or if the id is empty although the judge needs one.
func checkID(file string, judge problem.OnlineJudge, id string) error {
	switch _, parsed, _ := problem.JudgeOf(map[string]problem.OnlineJudge{judge.Key: judge}, judge.PageOf(id)); {
	case !idWord.MatchString(id):
		return fmt.Errorf("%s: id: %s: an id has only letters, digits, _, - and dots, such as 1700A", file, id)
	case id != "" && judge.Page != "" && parsed != id:
		return fmt.Errorf("%s: id: %s: no page of %s has such an id; take it from the page's address, %s", file, id,
			judge.Name, judge.Page)
	case id == "" && judge.Page != "":
		return fmt.Errorf("%s: which problem of %s? add a line id: ID, with the ID from the page's address, %s", file,
			judge.Name, judge.Page)
	}
	return nil
}
