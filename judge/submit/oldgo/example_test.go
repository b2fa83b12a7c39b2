package oldgo_test

import (
	"fmt"
	"log"

	"dlxjudge/judge/submit/oldgo"
)

func ExampleReviewer_Review() {
	reviewer, err := oldgo.New()
	if err != nil {
		log.Fatal(err)
	}
	source := "package main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc main() {\n\tfmt.Println(strings.Cut(\"a b\", \" \"))\n}\n"
	for _, wrong := range reviewer.Review("main.go", []byte(source)) {
		fmt.Println(wrong)
	}
	// Output: main.go:9: strings.Cut is new in Go 1.18
}
