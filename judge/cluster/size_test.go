package main

import "testing"

func TestSize(t *testing.T) {
	for text, want := range map[string]size{
		"1": 1, "500": 500, "4K": 4 << 10, "500M": 500 << 20, "20G": 20 << 30, "3T": 3 << 40,
		"": 0, "0": 0, "-1": 0, "-1G": 0, "G": 0, "1.5G": 0, "20GB": 0, "20 G": 0, "1e9": 0, "9000000T": 0,
		"99999999999999999999": 0,
	} {
		var got size
		if err := got.Set(text); got != want || (err == nil) != (want != 0) {
			t.Errorf("%q is %d bytes, want %d: %v", text, got, want, err)
		}
	}
}

// FuzzSize: a size is a whole number of bytes that a unit stands for, and is read again from its bytes.
func FuzzSize(f *testing.F) {
	for _, text := range []string{"500M", "9000000T", "8388607T", "-1G", "+1K", "0x10", "1_0", "T"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got, again size
		if got.Set(text) != nil {
			if got != 0 {
				t.Errorf("%q is refused, and sets %d", text, got)
			}
			return
		}
		if err := again.Set(got.String()); err != nil || again != got || got <= 0 {
			t.Errorf("%q is %d bytes, and then %d: %v", text, got, again, err)
		}
	})
}
