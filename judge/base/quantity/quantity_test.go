package quantity

import (
	"math"
	"testing"
	"time"
)

func TestSet(t *testing.T) {
	for text, want := range map[string]string{
		"2": "", "0.5": "", "1e-3": "",
		"":       "give seconds as a number, such as 2 or 0.5",
		"2s":     "give seconds as a number, such as 2 or 0.5",
		"two":    "give seconds as a number, such as 2 or 0.5",
		"1e9999": "give seconds as a number, such as 2 or 0.5",
	} {
		value := -1.0
		err := Of(&value, Seconds).Set(text)
		switch {
		case want == "" && (err != nil || value < 0):
			t.Errorf("%q: %v, %v", text, value, err)
		case want != "" && (err == nil || err.Error() != want || value != -1):
			t.Errorf("%q: %v, %v; want %s", text, value, err, want)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	for seconds, want := range map[float64]time.Duration{0: 0, 2: 2 * time.Second, 0.000001: time.Microsecond,
		1e6: 1e6 * time.Second} {
		if got, err := TimeLimit(seconds); err != nil || got != want {
			t.Errorf("%g: %v, %v", seconds, got, err)
		}
	}
	for _, seconds := range []float64{-1, 1e-7, 1e6 + 1, math.Inf(1), math.Inf(-1), math.NaN()} {
		if got, err := TimeLimit(seconds); err == nil {
			t.Errorf("%g: got %v and no error", seconds, got)
		}
	}
}

// FuzzTimeLimit: of whatever is typed, a time limit is at least a microsecond and at most a million seconds, or 0.
func FuzzTimeLimit(f *testing.F) {
	for _, text := range []string{"2", "0.000001", "1e6", "nan", "-0", "inf", "0x1p-20", "1_0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var seconds float64
		if Of(&seconds, Seconds).Set(text) != nil {
			return
		}
		if limit, err := TimeLimit(seconds); err == nil && limit != 0 && (limit < time.Microsecond ||
			limit > 1e6*time.Second) {
			t.Errorf("%q is %v", text, limit)
		}
	})
}
