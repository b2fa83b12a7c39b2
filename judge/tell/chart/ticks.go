package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"

	"dlxjudge/judge/tell/figures"
)

// logarithmic marks a logarithmic axis. Labels are powers of ten: with fewer than three, some of the numbers between
// are labelled, too; with more than eight, only every second or third power is.
func logarithmic(label func(float64) string) plot.TickerFunc {
	return func(low, high float64) []plot.Tick {
		from, to := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
		within := func(v float64) bool { return v >= low*(1-1e-9) && v <= high*(1+1e-9) }
		labelled := 0
		digits := []int{1}
		for _, more := range [][]int{{1}, {1, 2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}} {
			digits, labelled = more, 0
			for e := from; e <= to; e++ {
				for _, d := range digits {
					if within(float64(d) * math.Pow(10, float64(e))) {
						labelled++
					}
				}
			}
			if labelled >= 3 {
				break
			}
		}
		step := 1 + (labelled-1)/9
		var ticks []plot.Tick
		for e := from; e <= to; e++ {
			for d := 1; d <= 9; d++ {
				v := float64(d) * math.Pow(10, float64(e))
				if !within(v) || step > 1 && d > 1 {
					continue
				}
				tick := plot.Tick{Value: v}
				if slices.Contains(digits, d) && e%step == 0 {
					tick.Label = label(v)
				}
				ticks = append(ticks, tick)
			}
		}
		return ticks
	}
}

// framed is a logarithmic axis whose first labelled tick is below the data and whose last one is above it.
func framed(low, high float64) (from, to float64) {
	few := []float64{1, 2, 5}
	if high/low >= 200 { // only powers of ten are labelled
		few = few[:1]
	}
	for step := 1; ; step++ {
		from, to = frame(low, few, step, -1), frame(high, few, step, +1)
		if ticks := labels(logarithmic(duration)(from, to)); len(ticks) > 2 && ticks[0] < low &&
			ticks[len(ticks)-1] > high {
			return from, to
		}
		if step == 3 { // every second or third power of ten is labelled
			few = few[:1]
		}
	}
}

// frame is the n-th of the labelled numbers below v, or above it for the sign +1.
func frame(v float64, digits []float64, n int, sign float64) float64 {
	var all []float64
	e := math.Floor(math.Log10(v))
	for power := e - float64(n) - 1; power <= e+float64(n)+1; power++ {
		for _, d := range digits {
			if at := d * math.Pow(10, power); sign*(at/v-1) > 1e-3 {
				all = append(all, at)
			}
		}
	}
	if sign < 0 {
		return all[len(all)-n]
	}
	return all[n-1]
}

// labels are the values of ticks that have one.
func labels(ticks []plot.Tick) (values []float64) {
	for _, t := range ticks {
		if !t.IsMinor() {
			values = append(values, t.Value)
		}
	}
	return values
}

// whole marks an axis at whole numbers, given in order, and labels as many of them as have room, both ends included.
func whole(at []int) plot.ConstantTicks {
	first, last := at[0], at[len(at)-1]
	longest := max(wide(labelStyle, grouped(first)), wide(labelStyle, grouped(last))) + labelStyle.Width("00")
	labels := min(16, int(0.7*width/longest)) // beside each other
	room := (last - first + labels - 1) / labels
	var ticks plot.ConstantTicks
	free := first
	for _, v := range at {
		tick := plot.Tick{Value: float64(v)}
		if v == first || v == last || v >= free && last-v >= room {
			tick.Label, free = grouped(v), v+room
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// duration writes seconds with three digits: "12.3 ms".
func duration(seconds float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}} {
		if v := seconds / unit.size; v < 999.5 {
			return fmt.Sprintf("%.3g %s", v, unit.name)
		}
	}
	return count(seconds) + " s"
}

// count writes a number with three digits, the large ones in words: "1,000", "12.3 million".
func count(v float64) string {
	if v < 999.5 {
		return fmt.Sprintf("%.3g", v)
	}
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}} {
		if v >= unit.size*0.9995 {
			return fmt.Sprintf("%.3g %s", v/unit.size, unit.name)
		}
	}
	return grouped(int(math.Round(v)))
}

func grouped(v int) string { return figures.Grouped(strconv.Itoa(v)) }
