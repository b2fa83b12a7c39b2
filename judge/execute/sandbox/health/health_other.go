//go:build !linux

package health

import (
	"context"
	"fmt"
	"runtime"
)

// Isolation reports how programs are contained on this machine.
func Isolation(context.Context) []Diagnosis {
	return []Diagnosis{{
		Name:    "chosen",
		Detail:  "portable, on " + runtime.GOOS,
		Means:   "programs are not isolated, and memory figures are rough",
		Improve: "run the judge on Linux, or in a Linux container",
	}}
}

// Timing reports what disturbs measurements on this machine.
func Timing() []Diagnosis {
	return []Diagnosis{{
		Name:   "cores",
		Works:  runtime.NumCPU() > 1,
		Detail: fmt.Sprint(runtime.NumCPU()),
		Means:  "programs cannot be pinned to a core on this system; measure on an idle machine",
	}}
}
