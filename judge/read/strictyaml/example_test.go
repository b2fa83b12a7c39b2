package strictyaml_test

import (
	"fmt"

	"dlxjudge/judge/read/strictyaml"
)

// Every mistake is reported with its place.
func ExampleValue_Keys() {
	doc, err := strictyaml.Parse("problem.yaml", []byte("name: Sudoku\ntime_limt: 1\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	var name string
	var seconds float64
	err = doc.Keys(strictyaml.Fields{
		"name":       strictyaml.Into(&name, strictyaml.Value.Text),
		"time_limit": strictyaml.Into(&seconds, strictyaml.Value.Float),
	})
	fmt.Println(name)
	fmt.Println(err)
	// Output:
	// Sudoku
	// problem.yaml:2:1: unknown key "time_limt" (did you mean time_limit?)
}

func ExampleInstead() {
	problems := []string{"poj3074", "poj3076", "zoj3122"}
	fmt.Println("no problem 3074" + strictyaml.Instead("3074", problems))
	fmt.Println("no problem tsp" + strictyaml.Instead("tsp", problems))
	// Output:
	// no problem 3074; did you mean poj3074?
	// no problem tsp; there are poj3074, poj3076, zoj3122
}
