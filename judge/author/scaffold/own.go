package scaffold

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
	"dlxjudge/problems"
	"dlxjudge/solutions"
	"dlxjudge/testdata"
)

// The project's own problems, as they are in its checkout.
var ownTrees = map[string]embed.FS{"problems": problems.Own, "testdata": testdata.Own, "solutions": solutions.Own}

// ownLinks are the links in these trees, and what each points to, a file or a folder. The files that are written have
// copies in place of links: a checkout elsewhere may have one of two such problems.
var ownLinks = map[string]string{
	"problems/poj3076/input_validators/validate/board.go": "problems/poj3076/generators/sudoku16/board.go",
	"problems/zoj3122/generators/solver":                  "problems/poj3076/generators/solver",
	"problems/zoj3122/generators/sudoku16":                "problems/poj3076/generators/sudoku16",
	"problems/zoj3122/input_validators/validate":          "problems/poj3076/input_validators/validate",
	"problems/zoj3122/mutants.yaml":                       "problems/poj3076/mutants.yaml",
	"solutions/zoj3122":                                   "solutions/poj3076",
}

// Own are the names of the problems that come with the judge, sorted.
func Own() (names []string) {
	entries, _ := problems.Own.ReadDir(".")
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// MakeOwn writes one of the Own problems into a checkout: the problem, its tests, and its solutions. With them come
// what several problems share, if it is not there: judges.yaml, and the order of the ladder. It returns the paths of
// the files. If one cannot be written, or if the problem's name is taken, nothing changes.
func MakeOwn(roots problem.Roots, name string) ([]string, error) {
	var trees []treeFiles
	// The problem itself comes last: until then, nobody sees it.
	for _, at := range []struct{ root, tree string }{
		{roots.Solutions, "solutions"}, {roots.Testdata, "testdata"}, {roots.Problems, "problems"},
	} {
		files, err := ownFiles(at.tree+"/"+name, "")
		if err != nil {
			return nil, err
		}
		trees = append(trees, treeFiles{at.root, files})
	}
	if err := knowsJudge(roots, name); err != nil {
		return nil, err
	}
	return place(name, trees, []File{
		{filepath.Join(roots.Problems, "judges.yaml"), string(problems.Judges)},
		{filepath.Join(roots.Solutions, "ladder.yaml"), string(solutions.Ladder)},
	})
}

// ownFiles are the files below a folder of the trees, or the one at that path, as they are called below the folder as.
// Tests in Go stay out: they import packages of this project.
func ownFiles(at, as string) (files []File, err error) {
	below, inTree, _ := strings.Cut(at, "/")
	err = fs.WalkDir(ownTrees[below], inTree, func(found string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(found, "_test.go") {
			return err
		}
		text, err := ownTrees[below].ReadFile(found)
		files = append(files, File{filepath.FromSlash(path.Join(as, strings.TrimPrefix(found, inTree))), string(text)})
		return err
	})
	for link, target := range ownLinks {
		rest, inside := strings.CutPrefix(link, at)
		switch {
		case link == at: // there is nothing else
			return ownFiles(target, as)
		case err != nil || !inside || rest[0] != '/':
			continue
		}
		var linked []File
		linked, err = ownFiles(target, path.Join(as, rest))
		files = append(files, linked...)
	}
	return files, err
}

// knowsJudge is an error if the judges.yaml of a checkout lacks the online judge of an own problem.
func knowsJudge(roots problem.Roots, name string) error {
	known, err := problem.Judges(roots)
	if err != nil || known == nil { // without the file, it is made
		return err
	}
	text, err := problems.Own.ReadFile(name + "/judge.yaml")
	if err != nil {
		return err
	}
	doc, err := strictyaml.Parse(name+"/judge.yaml", text)
	if err != nil {
		return err
	}
	entries, err := doc.Entries()
	for _, e := range entries {
		if e.Key != "judge" {
			continue
		}
		key, err := e.Value.Text()
		if _, there := known[key]; err == nil && !there {
			err = fmt.Errorf("%s: it has no %s, the online judge of %s; add it, or make %[3]s in an empty folder",
				filepath.Join(roots.Problems, "judges.yaml"), key, name)
		}
		return err
	}
	return err
}
