package sampling_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/read/problem"
)

// Judge a solution, then sample what was accepted into a record.
func ExampleSession() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	set, err := problem.Load(problem.Tree("../../testdata/checkout"), nil)
	if err != nil {
		log.Fatal(err)
	}
	pattern, err := pick.ParsePattern("double/plus:sample")
	if err != nil {
		log.Fatal(err)
	}
	selected, err := pick.Select(set, []pick.Pattern{pattern})
	if err != nil {
		log.Fatal(err)
	}
	var entries []sampling.Entry
	for _, e := range selected {
		entries = append(entries, sampling.Entry{Entry: e})
	}
	cache, err := compile.OpenCache(filepath.Join(dir, "cache"), plain.Executor{})
	if err != nil {
		log.Fatal(err)
	}
	defer cache.Close()
	box, err := backend.Open(sandbox.Options{Backend: "portable"})
	if err != nil {
		log.Fatal(err)
	}
	defer box.Close()
	session := sampling.Session{Entries: entries, Sandbox: box, Cache: cache,
		Machine: sampling.ThisMachine(ctx, box.Name()), Jobs: 1, Count: 2, Note: func(string) {},
		Observe: func(grade.Progress) {}}
	records, err := session.Run(ctx)
	if err != nil {
		log.Fatal(err)
	}
	r := records[sampling.Now]
	for _, k := range r.Keys() {
		fmt.Println(k.Program(), k.Test, len(r.Values(k, record.CPU)))
	}
	// Unordered output:
	// double/plus sample/1 2
	// start-up/go sample/empty 2
	// reference-program/go sample/1 2
}
