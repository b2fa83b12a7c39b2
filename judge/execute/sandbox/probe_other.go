//go:build !linux

package sandbox

import (
	"fmt"
	"runtime"
)

func probe() []Diagnosis {
	return []Diagnosis{{
		Name:    "linux sandbox",
		Detail:  "this is " + runtime.GOOS,
		Means:   "programs run under the portable sandbox: they are not isolated, and memory figures are rough",
		Improve: "run the judge on Linux, or in a Linux container",
	}, {
		Name:   "portable sandbox",
		Works:  true,
		Detail: "os/exec, process group, rusage",
	}}
}

func timing() []Diagnosis {
	return []Diagnosis{{
		Name:   "cores",
		Works:  runtime.NumCPU() > 1,
		Detail: fmt.Sprint(runtime.NumCPU()),
		Means:  "programs cannot be pinned to a core on this system; measure on an idle machine",
	}}
}
