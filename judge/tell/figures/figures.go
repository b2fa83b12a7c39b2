// Package figures formats numbers, and the time and memory of tests. All rows, pages and charts use it.
//
//	figures.Time(test) + " " + figures.Memory(test)  // ">1.53s ≥2.1 MiB"
package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
)

// Effort returns the time that a test took: CPU time or, if the wall-clock limit stopped it, wall time.
func Effort(t grade.Test) time.Duration {
	if t.Idle {
		return time.Duration(max(t.CPU, t.Wall))
	}
	return time.Duration(t.CPU)
}

// Slowest returns the slowest test of a submission. Of equally slow tests, it returns the first. The submission must
// have a test.
func Slowest(s grade.Submission) grade.Test {
	return slices.MaxFunc(s.Tests, func(a, b grade.Test) int { return cmp.Compare(Effort(a), Effort(b)) })
}

// Largest returns the test with the highest peak of memory. Of equal peaks, it prefers one that is a lower bound.
func Largest(s grade.Submission) (most grade.Test) {
	for _, t := range s.Tests {
		if t.Memory > most.Memory || t.Memory == most.Memory && t.AtLeast {
			most = t
		}
	}
	return most
}

// Time formats the effort of a test, with ">" before a lower bound.
func Time(t grade.Test) string {
	if t.Stopped {
		return ">" + Seconds(Effort(t))
	}
	return Seconds(Effort(t))
}

// Seconds formats a time: "0.056s", "1.40s".
func Seconds(d time.Duration) string {
	if d < time.Second/10 {
		return fmt.Sprintf("%.3fs", d.Seconds())
	}
	return fmt.Sprintf("%.2fs", d.Seconds())
}

// Exactly formats a time limit: "2 s", "0.125 s".
func Exactly(limit time.Duration) string { return Decimal(limit) + " s" }

// Decimal formats a time exactly, in seconds, as in problem.yaml: "2", "0.5".
func Decimal(d time.Duration) string {
	text := fmt.Sprintf("%d.%09d", d/time.Second, d%time.Second)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Memory formats the memory peak of a test: "2.1 MiB", "1536 MiB", with "≥" before a lower bound.
func Memory(t grade.Test) string {
	bound := ""
	if t.AtLeast {
		bound = "≥"
	}
	mib := float64(t.Memory) / (1 << 20)
	if mib >= 99.95 {
		return fmt.Sprintf("%s%.0f MiB", bound, mib)
	}
	return fmt.Sprintf("%s%.1f MiB", bound, mib)
}

// Plural formats a number of things: "1 test", "2 tests".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Grouped formats a whole number with a comma before each group of three digits: "-730,000".
func Grouped(digits string) string {
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Unstated explains that a submission has no expected verdict.
const Unstated = "it has no expected verdict, so any verdict will do"
