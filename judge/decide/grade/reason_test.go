package grade

import (
	"strings"
	"testing"

	"dlxjudge/judge/read/problem"
)

// failedWith returns an RTE, or the JE of a checker, with this standard error.
func failedWith(stderr string, exit int) Test {
	t := Test{Verdict: problem.RTE, ExitCode: exit, Stderr: stderr}
	t.Message = withStderr("exit status 1", stderr)
	return t
}

// TestSameFailure: for each run-time system, two failures that differ only in numbers and addresses are the same, and a
// third one is not.
func TestSameFailure(t *testing.T) {
	const python = "Traceback (most recent call last):\n  File \"a.py\", line 7, in <module>\n    print(7 % n)\n"
	for _, c := range []struct{ line, first, second, other string }{
		{"exit status 1: KeyError: 17", python + "KeyError: 17\n", python + "KeyError: -2\n",
			python + "EOFError: EOF when reading a line\n"},
		{"exit status 1: panic: runtime error: index out of range [5] with length 3",
			"panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:7 +0x1d\n",
			"panic: runtime error: index out of range [12] with length 12\n\ngoroutine 1 [running]:\nmain.f()\n\t/a.go:9 +0xff\n",
			"panic: runtime error: integer divide by zero\n[signal SIGFPE: x]\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:7 +0x1d\n"},
		{`exit status 1: Exception in thread "main" java.lang.ArithmeticException: / by zero`,
			"Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat Main.main(Main.java:5)\n",
			"Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat Main.f(Main.java:5)\n\tat Main.main(Main.java:7)\n",
			"Exception in thread \"main\" java.util.NoSuchElementException\n\tat Main.main(Main.java:5)\n"},
		{"exit status 1: what():  vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)",
			"terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)\n",
			"terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check: __n (which is 1) >= this->size() (which is 0)\n",
			"terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n"},
		{"exit status 1: SUMMARY: AddressSanitizer: heap-buffer-overflow a.cpp:5 in main",
			"==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60\n    #0 0x4 in main a.cpp:5\nSUMMARY: AddressSanitizer: heap-buffer-overflow a.cpp:5 in main\nShadow bytes around the buggy address:\n==1==ABORTING\n",
			"==2==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x61\n    #0 0x5 in main a.cpp:5\nSUMMARY: AddressSanitizer: heap-buffer-overflow a.cpp:5 in main\nShadow bytes around the buggy address:\n==2==ABORTING\n",
			"==2==ERROR: AddressSanitizer: SEGV on unknown address 0x61\n    #0 0x5 in main a.cpp:5\nSUMMARY: AddressSanitizer: SEGV a.cpp:5 in main\n==2==ABORTING\n"},
		{"exit status 1: index out of bounds: the len is 3 but the index is 5",
			"thread 'main' panicked at a.rs:2:5:\nindex out of bounds: the len is 3 but the index is 5\nnote: run with `RUST_BACKTRACE=1`\n",
			"thread 'main' panicked at a.rs:2:5:\nindex out of bounds: the len is 1 but the index is 1\nnote: run with `RUST_BACKTRACE=1`\n",
			"thread 'main' panicked at a.rs:2:5:\nattempt to divide by zero\nnote: run with `RUST_BACKTRACE=1`\n"},
		{"exit status 1: TypeError: x is not iterable",
			"/a.js:3\n  f(x)\n  ^\n\nTypeError: x is not iterable\n    at f (/a.js:3:3)\n\nNode.js v18.1\n",
			"/a.js:4\n  f(x)\n  ^\n\nTypeError: x is not iterable\n    at g (/a.js:4:3)\n\nNode.js v18.1\n",
			"/a.js:3\n  f(x)\n  ^\n\nRangeError: x\n    at f (/a.js:3:3)\n\nNode.js v18.1\n"},
		{"exit status 1", "", "\n", "no\n"},
	} {
		first, second, other := failedWith(c.first, 1), failedWith(c.second, 1), failedWith(c.other, 1)
		if got := first.Reason(); got != c.line {
			t.Errorf("got %q, want %q", got, c.line)
		}
		if !first.SameFailure(second) || first.SameFailure(other) || first.SameFailure(failedWith(c.first, 2)) {
			t.Errorf("%q: the same as %q: %v, as %q: %v", c.line, second.Reason(), first.SameFailure(second),
				other.Reason(), first.SameFailure(other))
		}
	}
	failed := Test{Verdict: problem.JE, Message: "the checker failed: exit status 1; its standard error:\n" + python +
		"ValueError: 7\n"}
	again, other := failed, failed
	again.Message = strings.Replace(failed.Message, ": 7", ": 8", 1)
	other.Message = strings.Replace(failed.Message, "status 1", "status 2", 1)
	if got := failed.Reason(); got != "the checker failed: exit status 1: ValueError: 7" ||
		!failed.SameFailure(again) || failed.SameFailure(other) {
		t.Errorf("the checker: %q, %v, %v", got, failed.SameFailure(again), failed.SameFailure(other))
	}
	if wrong := (Test{Verdict: problem.WA, Message: "a\nb"}); wrong.Reason() != "a" ||
		!wrong.SameFailure(Test{Verdict: problem.WA}) {
		t.Errorf("got %q", wrong.Reason())
	}
}

// TestReport: a sanitizer's report is the verdict, with the first place in the program's own files.
func TestReport(t *testing.T) {
	const stack = "\n    #0 0x7f in __GI_raise ../sysdeps/posix/raise.c:26\n    #1 0x55 in " +
		"std::vector<int>::at(unsigned long) /usr/include/c++/12/bits/stl_vector.h:1175\n    #2 0x55 in f(int) lib/own.hpp:6:3\n    #3 0x55 in main a.cpp:9\n"
	for _, row := range []struct{ name, stderr, want string }{
		{"nothing", "debug: x = 3\n", ""},
		{"undefined", "a.cpp:2:64: runtime error: signed integer overflow: 1 + 2147483647\n    #0 0x55 in main a.cpp:2\n",
			"a.cpp:2: runtime error: signed integer overflow: 1 + 2147483647"},
		{"address", "=====\n==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60" + stack,
			"lib/own.hpp:6: AddressSanitizer: heap-buffer-overflow"},
		{"without a place", "==7==ERROR: AddressSanitizer: SEGV on unknown address\n    #0 0x55  (/lib/libc.so.6+0x9ff)\n",
			"AddressSanitizer: SEGV"},
		{"library", "/usr/include/c++/12/debug/vector:442:\n\nError: attempt to subscript container with index 3, but \n" +
			"container only holds 3 elements.\n\nObjects\n==7==ERROR: AddressSanitizer: ABRT on" + stack,
			"lib/own.hpp:6: attempt to subscript container with index 3, but container only holds 3 elements."},
		{"race", "==================\nWARNING: DATA RACE\nRead at 0x00c0 by goroutine 7:\n  main.main.func1()\n      " +
			"/tmp/x/race.go:7 +0x2e\n", "race.go:7: DATA RACE"},
	} {
		for _, verdict := range []problem.Verdict{problem.AC, problem.WA, problem.RTE, problem.TLE, problem.JE} {
			got := Test{Verdict: verdict, Stderr: row.stderr}
			got.report([]problem.File{{Name: "a.cpp"}, {Name: "lib/own.hpp"}})
			want := Test{Verdict: verdict, Stderr: row.stderr}
			if row.want != "" && verdict != problem.TLE && verdict != problem.JE {
				want.Verdict, want.Message = problem.RTE, row.want
			}
			if got.Verdict != want.Verdict || got.Message != want.Message {
				t.Errorf("%s, %s: got %s %q, want %s %q", row.name, verdict, got.Verdict, got.Message, want.Verdict,
					want.Message)
			}
		}
	}
}
