package report

import "testing"

// TestThrown finds the program's own line that threw, in stacks of gcc 12 and clang 14.
func TestThrown(t *testing.T) {
	const above = "terminate called\n==2==ERROR: AddressSanitizer: ABRT on unknown address 0x04 (pc 0x7f)\n" +
		"    #0 0x7f61dcea8eec in __pthread_kill_implementation nptl/pthread_kill.c:44\n" +
		"    #3 0x7f61dcc9d918  (/lib/x86_64-linux-gnu/libstdc++.so.6+0x9d918)\n"
	for _, c := range []struct{ name, stack, want string }{
		{"a throw", above + "    #6 0x7f61 in __cxa_throw (/lib/libstdc++.so.6+0xa90d7)\n" +
			"    #7 0x55f2 in f(int, std::vector<int, std::allocator<int> >&) a.cpp:3\n    #8 0x55f2 in main a.cpp:15\n",
			"a.cpp:3: thrown here, in f(int, std::vector<int, std::allocator<int> >&), and caught nowhere"},
		{"of clang", above + "    #6 0x7f61 in __cxa_throw (/lib/libstdc++.so.6+0xa90d7) (BuildId: 1a2b)\n" +
			"    #7 0x55f2 in f(int) /home/user/a.cpp:3:12\n", "a.cpp:3: thrown here, in f(int), and caught nowhere"},
		{"thrown again", above + "    #6 0x7f61 in __cxa_rethrow (/lib/l.so+0xa)\n    #7 0x55 in main a.cpp:7\n",
			"a.cpp:7: thrown here, in main, and caught nowhere"},
		{"by the library", above + "    #6 0x7f61 in __cxa_throw (/lib/l.so+0xa)\n    #7 0x7f  (/lib/l.so+0xa)\n" +
			"    #8 0x55 in std::vector<int>::at(unsigned long) /usr/include/c++/12/bits/stl_vector.h:1175\n" +
			"    #9 0x55 in (anonymous namespace)::g() h.hpp:2\n",
			"h.hpp:2: thrown here, in (anonymous namespace)::g(), and caught nowhere"},
		{"an assertion", above + "    #5 0x56 in main a.cpp:9\n", ""},
		{"printed by the program", "#6 0x7f61 in __cxa_throw (/lib/l.so+0xa)\n    #7 0x55 in main a.cpp:7\n", ""},
	} {
		if got := Thrown(c.stack, []string{"a.cpp", "h.hpp"}); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestShortened: a deep recursion is cut to its first frames, and the bytes of shadow memory are left out.
func TestShortened(t *testing.T) {
	const first = "before\n    #0 0x55 in f(int) a.cpp:3\n    #19 0x55 in f(int) a.cpp:3\n"
	const rest = "\nSUMMARY\n#200 0x55 is what the program says"
	const shadow = "Shadow bytes around the buggy address:\n  0x7f: 00 00\n  Right alloca redzone:    cb\n"
	got := Shortened(first + "    #20 0x55 in f(int) a.cpp:3\n    #21 0x55 in main a.cpp:4\n" + rest + "\n" +
		shadow + "==7==ABORTING")
	if want := first + "    … and what called these\n" + rest + "\n==7==ABORTING"; got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
