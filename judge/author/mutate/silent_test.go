package mutate

import (
	"path/filepath"
	"slices"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// Of a checker no fault is planted where only a message, or the status with which it fails, would change; what decides
// is changed, also beside a message.
func TestCheckerSilent(t *testing.T) {
	for _, c := range []struct {
		file, text   string
		silent, seen []string // what mutants change
	}{
		{"check.cpp", `
void quitif(bool, int, const char *, ...);
int main(int argc, char **argv) {
    if (argc < 3) return 1;
    quitif(5 > 6, 7, "row %d is not %d", 8 + 9, f(10, 11));
    fprintf(message, "case %d is wrong", 12);
    printf("the number is %d", 13);
    fprintf(next, "encode %d\n", 14);
    if (!f) exit(15);
    expect("the two are equal", 16 == 17);
    return ok ? 43 : 42;
}
int f() { return 18; }
`, []string{"1", "8", "+", "9", "10", "11", "12", "15"},
			[]string{"<", "3", "5", ">", "6", "7", "13", "14", "!", "16", "==", "17", "43", "42", "18"}},
		{"check.go", `package main

func check(a int) (string, error) {
	if a < 3 {
		return show(4), err
	}
	if a > 5 {
		return show(6), fmt.Errorf("wrong")
	}
	fmt.Printf("the number is %d", 7)
	fmt.Fprintf(next, "encode %d\n", 8)
	fail(a == 9, "row %d is not right", a+10)
	return fmt.Sprintf("row %d: want %d", 11, 12), f(13)
}

func one() (int, error) { return 14, nil }
`, []string{"4", "6", "+", "10", "11", "12"}, []string{"<", "3", ">", "5", "7", "8", "==", "9", "13", "14"}},
	} {
		t.Run(c.file, func(t *testing.T) {
			dir := t.TempDir()
			judgetest.Write(t, filepath.Join(dir, c.file), c.text)
			source := problem.Source{Name: c.file, Dir: dir, Files: []string{c.file}}
			planted := func(plant func(problem.Source) ([]Mutant, error)) (was []string) {
				all, err := plant(source)
				judgetest.Check(t, err)
				for _, m := range all {
					if m.change.was != "if" && !slices.Contains(was, m.change.was) {
						was = append(was, m.change.was)
					}
				}
				return was
			}
			all, seen := planted(Plant), planted(plantChecker)
			for _, was := range c.silent {
				if !slices.Contains(all, was) || slices.Contains(seen, was) {
					t.Errorf("%s: planted %v, of a checker %v", was, slices.Contains(all, was),
						slices.Contains(seen, was))
				}
			}
			for _, was := range c.seen {
				if !slices.Contains(seen, was) {
					t.Errorf("%s is not planted", was)
				}
			}
		})
	}
}
