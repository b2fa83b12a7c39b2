package ctd

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// TestCheck: what the language says, and where it leaves questions, what the reference does.
func TestCheck(t *testing.T) {
	for _, test := range []struct{ grammar, input, want string }{
		{`INT(1,10) NEWLINE`, "7\n", ""},
		{`INT(1,10) NEWLINE`, "7", "form.ctd:1:11: NEWLINE: line 1, column 2 of the input: want"},
		{`INT(1,10) NEWLINE`, "11\n", "11, want 1 to 10"},
		{`INT(1,10) NEWLINE`, "x\n", `got "x"`},
		{`INT(1,10) NEWLINE`, "07\n", `got "07"`},
		{`INT(-1,10) NEWLINE`, "-0\n", `got "-0"`},
		{`INT(-1,10) NEWLINE`, "-\n", `got "-"`},
		{`INT(1,10)`, "7\n", `want the end, got "\n"`},
		{`INT(1,10)`, "", "got the end"},
		{"\n  SPACE # blank\nEOF NEWLINE", " ", "form.ctd:3:5: NEWLINE: line 1, column 2"},
		{`INT(0,10^30,n) SPACE INT(n,n)`, "1000000000000000000000000000000 1000000000000000000000000000000", ""},
		{`INT(0,10^30,n) ASSERT(n%7==1 && n/7*7+1==n && -2^2==0-4 && 2^3^2==64)`, "1000000", ""},
		{`ASSERT(7/2==3 && -7/2==-3 && -7%2==-1 && 7.0/2==3.5 && 1e3==1000 && 0.1+0.2==0.3)`, "", ""},
		{`ASSERT(1==2)`, "", "the condition is false"},
		{`ASSERT(!1==2 && 1==2)`, "", ""}, // ! applies to what follows
		{`ASSERT(1==1 || 1==1 && 1==2)`, "", "the condition is false"},
		{`ASSERT("a\n\"\\\101\z"=="a` + "\n" + `\"\\A\z" && STRLEN("a\n")==2 && "ab"<"b")`, "", ""},
		{`ASSERT("a"==1)`, "", "cannot compare a with 1"},
		{`ASSERT(1/0==1)`, "", "division by zero"},
		{`ASSERT(1.5%2==1)`, "", "cannot compute 3/2 % 2"},
		{`SET(x=2^2^2^2^2^2^2^2^2^2^2^2^2^2^2^2^2^2^2^2^2^2^2^2^2)`, "", "too large"},
		{`ASSERT(n==1)`, "", "n has no value"},
		{`SET(x[1]=1, x[1,2]=2) ASSERT(x[1]+x[1,2]==3 && INARRAY(2,x) && !INARRAY(3,x)) ASSERT(x[2]==0)`, "", "x[2] has no"},
		{`SET(x[1]=1, x[2]=1) UNSET(x) SET(x[1]=1, x[2]=2, x[2]=3) ASSERT(UNIQUE(x) && !INARRAY(2,x))`, "", ""},
		{`REPI(i,3,SPACE) INT(0,9,x[i]) STRING(":") INT(0,9,y[i]) END ASSERT(i==3 && UNIQUE(x,y))`, "1:1 1:2 2:1", ""},
		{`REPI(i,3,SPACE) INT(0,9,x[i]) END ASSERT(UNIQUE(x))`, "1 2 1", "at [0] and [2] are equal"},
		{`REPI(i,5) SET(x[i]=7) END ASSERT(UNIQUE(x))`, "", "at [0] and [1] are equal"},
		{`SET(x[1]=1, y[2]=1) ASSERT(UNIQUE(x,y))`, "", "x and y have different indices"},
		{`REP(2) SPACE END`, "   ", "want the end"},
		{`REP(0-1) SPACE END`, "", ""},
		{`REP(1.5) SPACE END`, "", "3/2 is a decimal number, not an integer"},
		{`WHILEI(i,!ISEOF,STRING(",")) IF(MATCH("ab")) REGEX("[ab]") ELSE INT(0,9) END END ASSERT(i==3)`, "a,1,b", ""},
		{`FLOAT(0,1,x) SPACE FLOAT(0,1000,y,FIXED) SPACE FLOAT(0,1000,z,SCIENTIFIC) ASSERT(x+y+z==110.5)`, "0.5 10 1e2", ""},
		{`FLOAT(0,1)`, "00.5", `got "00.5"`},
		{`FLOAT(0,1)`, "0.", `got "0."`},
		{`FLOAT(0,100)`, "1e01", `got "1e01"`},
		{`FLOAT(0,1,x,FIXED) STRING("e1")`, "1e1", ""},
		{`FLOAT(0,1,x,SCIENTIFIC)`, "1", `got "1"`},
		{`FLOATP(0,10,1,2) SPACE FLOATP(0,100,1,2)`, "1.25 1.5e1", ""},
		{`FLOATP(0,10,1,2)`, "1.255", "3 decimals, want 1 to 2"},
		{`FLOATP(0,100,0,2)`, "12.5e0", `got "12.5e0"`},
		{`INT(0,1.5)`, "1", "3/2 is a decimal number, not an integer"},
		{`REGEX("a|ab", s) ASSERT(s=="ab")`, "ab", ""}, // the longest
		{`REGEX("[.X]+[]a-]*[\.[:digit:]]{2}\.") REGEX(".")`, ".X]-.\\1.\n", `no match`},
		{`REGEX("[.X]+[]a-]*[\.[:digit:]]{2}\\.") REGEX(".")`, ".X]-\\1.\n", ""},
		{`REGEX("[a-c]{2,3000}")`, strings.Repeat("abc", 1000), ""},
		{`REGEX("[a-c]{2,2999}")`, strings.Repeat("abc", 1000), "want the end"},
		{`REGEX("[a-c]{3001}")`, strings.Repeat("abc", 1000), "no match"},
		{"REGEX(\"[\xe5\xe4]+\")", "\xe4\xe5", ""},
		{`REGEX("\\d")`, "1", "has no meaning in extended"},
		{`REGEX("(?i)a")`, "A", "has no meaning in extended"},
		{`REGEX("a+?")`, "a", "has no meaning in extended"},
		{`REGEX("[[.a.]]")`, "a", "has no meaning in extended"},
		{`REGEX("(a")`, "a", "missing closing )"},
		{`REPI(i,10^9) SET(x[i]=i) END`, "", "the variables need more than 512 MiB"},
	} {
		if len(test.want) > 20 && strings.HasPrefix(test.want, "the variables") && testing.Short() {
			continue // it takes seconds
		}
		got := ""
		g, err := Parse("form.ctd", []byte(test.grammar))
		if err == nil {
			err = g.Check(t.Context(), []byte(test.input))
		}
		if err != nil {
			got = err.Error()
		}
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %.20q: got %q, want %q", test.grammar, test.input, got, test.want)
		}
	}
}

func TestParse(t *testing.T) {
	for grammar, want := range map[string]string{
		"INT(1,2":                           "form.ctd:1:8: want ,, got the end",
		"\n FOO":                            "form.ctd:2:2: want a command, got F",
		"INT(1)":                            "form.ctd:1:6: want ,, got )",
		"REP(3)":                            "want a command, got the end",
		"ELSE":                              "want a command, got ELSE",
		"SET(1=2)":                          "want an assignment",
		"SET(x)":                            "want an assignment",
		"ASSERT(x=2)":                       "want a value",
		"UNSET(1)":                          "want a variable",
		"REP(2,IF(1==1)) END":               "a block cannot separate",
		"FLOAT(1,2,x,SHORT)":                "want FIXED or SCIENTIFIC, got S",
		strings.Repeat("REP(1)", 200):       "more than 100 levels",
		"SET(x=" + strings.Repeat("(", 200): "more than 100 levels",
	} {
		if _, err := Parse("form.ctd", []byte(grammar)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", grammar, err, want)
		}
	}
}

// A check ends when its context is done.
func TestContext(t *testing.T) {
	g, err := Parse("form.ctd", []byte("WHILE(1==1) END"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.Check(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A check ends soon after its context is done, even if a command looks at the whole input, or at a long text.
func TestSteps(t *testing.T) {
	input := []byte(strings.Repeat("a", 1<<18))
	for _, grammar := range []string{
		`WHILE(!ISEOF) REGEX("(.*x|a)") END`,
		`REGEX(".*", s) SET(x=s) WHILE(INARRAY(s, x)) END`,
		`SET(n=2^100000) WHILE(n>0) SET(x=n) END`,
	} {
		g, err := Parse("form.ctd", []byte(grammar))
		if err != nil {
			t.Fatal(err)
		}
		ctx := &limited{Context: t.Context(), left: 50}
		if err := g.Check(ctx, input); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", grammar, err)
		}
	}
}

// FuzzCheck: no grammar and no input may make the package panic, or a check endless.
func FuzzCheck(f *testing.F) {
	f.Add(`REPI(i,3,SPACE) INT(0,9,x[i]) FLOATP(0,1,1,2,y[i],FIXED) END IF(UNIQUE(x,y)) EOF ELSE NEWLINE END`, "1 2")
	f.Add(`WHILE(!ISEOF && MATCH("a\101")) REGEX("[a-c]{2,3000}|x") UNSET(a) SET(a=2^3%4, b=STRLEN("x")) END`, "aA")
	f.Fuzz(func(t *testing.T, grammar, input string) {
		g, err := Parse("form.ctd", []byte(grammar))
		if err != nil {
			return
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		g.Check(&limited{Context: ctx, left: 100}, []byte(input))
	})
}

// limited is done after it was asked some times.
type limited struct {
	context.Context
	left int
}

func (l *limited) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}
