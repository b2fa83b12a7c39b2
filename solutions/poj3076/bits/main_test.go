package main

import (
	"math/rand/v2"
	"testing"
)

// A choice of lines is usable if the boxes can have a different one each.
func TestUsable(t *testing.T) {
	for x := range usable {
		want := 0
		for a := range 4 {
			for b := range 4 {
				for c := range 4 {
					for d := range 4 {
						choice := 1<<a | 16<<b | 256<<c | 4096<<d
						if 1<<a|1<<b|1<<c|1<<d == 15 && x&choice == choice {
							want |= choice
						}
					}
				}
			}
		}
		if int(usable[x]) != want {
			t.Fatalf("lines %016b: got %016b, want %016b", x, usable[x], want)
		}
	}
}

func TestBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 4))
	for range 1000 {
		x, want := r.Uint64()&r.Uint64()&r.Uint64()&r.Uint64(), uint64(0)
		for box := uint64(0xFFFF); box != 0; box <<= 16 {
			if x&box != 0 {
				want |= box
			}
		}
		if got := boxes(x); got != want {
			t.Fatalf("boxes of %x: got %x, want %x", x, got, want)
		}
	}
}
