package oldgo_test

import (
	"context"
	"fmt"
	"io"
	"log"

	"dlxjudge/judge/author/submit/oldgo"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
)

func ExampleReviewer_Review() {
	cache, err := compile.OpenCache("", plain.Executor{}) // a command has a sandbox in place of this
	if err != nil {
		log.Fatal(err)
	}
	defer cache.Close()
	library, err := cache.GoLibrary(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	open := func(path string) (io.ReadCloser, error) { return library.Package(context.Background(), path) }
	reviewer, err := oldgo.New(library.Root, open)
	if err != nil {
		log.Fatal(err)
	}
	source := "package main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc main() " +
		"{\n\tfmt.Println(strings.Cut(\"a b\", \" \"))\n}\n"
	for _, wrong := range reviewer.Review("main.go", []byte(source)) {
		fmt.Println(wrong)
	}
	// Output: main.go:9: strings.Cut is new in Go 1.18
}
