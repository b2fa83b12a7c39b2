package record_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"dlxjudge/judge/measure/record"
)

// A record is written sample by sample, and read as a whole.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "today.txt")
	w, err := record.Create(path, &record.Record{
		Run:     record.Run{Commit: "90f1e2d3c4b5a697", Date: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)},
		Machine: record.Machine{GOOS: "linux", GOARCH: "amd64", CPU: "Abacus", Cores: "2", Backend: "linux"},
		Planned: 2,
	})
	if err != nil {
		log.Fatal(err)
	}
	key := record.Key{Problem: "poj3074", Solution: "dlx", Test: "secret/hard/02"}
	for _, ns := range []float64{4190000, 4200000} {
		if err := w.Sample(record.Sample{Key: key, Runs: 10,
			Values: map[record.Unit]float64{record.CPU: ns}}); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Finish(); err != nil {
		log.Fatal(err)
	}
	r, err := record.Read(path)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Run.Name(), r.Machine.CPU, r.Finished)
	fmt.Println(r.Values(key, record.CPU))
	// Output:
	// 90f1e2d3c4b5 Abacus true
	// [4.19e+06 4.2e+06]
}
