// Wrong: distances are kept in 32 bits, but they reach 4·10⁹.
package main

import (
	"bufio"
	"fmt"
	"math/bits"
	"os"
	"sort"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var cases int
	fmt.Fscan(in, &cases)
	for t := 1; t <= cases; t++ {
		var n, k int
		fmt.Fscan(in, &n, &k)
		x, y := make([]int32, n), make([]int32, n)
		for i := range x {
			fmt.Fscan(in, &x[i], &y[i])
		}
		var distances []int32
		for i := range x {
			for j := range x {
				distances = append(distances, distance(x[i], y[i], x[j], y[j]))
			}
		}
		sort.Slice(distances, func(i, j int) bool { return distances[i] < distances[j] })
		best := sort.Search(len(distances), func(i int) bool { return enough(x, y, distances[i], k) })
		fmt.Printf("Case #%d: %d\n", t, distances[best])
	}
}

func distance(ax, ay, bx, by int32) int32 {
	return abs(ax-bx) + abs(ay-by)
}

func abs(a int32) int32 {
	if a < 0 {
		return -a
	}
	return a
}

// enough reports whether k airports can serve all cities within d; near[i] are the cities within d of city i.
func enough(x, y []int32, d int32, k int) bool {
	near := make([]uint64, len(x))
	for i := range x {
		for j := range x {
			if distance(x[i], y[i], x[j], y[j]) <= d {
				near[i] |= 1 << uint(j)
			}
		}
	}
	return cover(near, 1<<uint(len(x))-1, k)
}

// cover reports whether k airports can serve the cities. It tries all sites for the city with the fewest neighbours.
func cover(near []uint64, cities uint64, k int) bool {
	if cities == 0 || k == 0 {
		return cities == 0
	}
	city, apart := 0, 0
	for rest := cities; rest != 0; apart++ { // apart counts cities; no airport serves two of them
		i := bits.TrailingZeros64(rest)
		rest &^= 1 << uint(i)
		for s := near[i]; s != 0; s &= s - 1 {
			rest &^= near[bits.TrailingZeros64(s)]
		}
	}
	for rest, fewest := cities, 65; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		if count := bits.OnesCount64(near[i]); count < fewest {
			city, fewest = i, count
		}
	}
	for s := near[city]; s != 0 && apart <= k; s &= s - 1 {
		served, better := cities&near[bits.TrailingZeros64(s)], near[city]
		for rest := served; rest != 0; rest &= rest - 1 {
			better &= near[bits.TrailingZeros64(rest)] // keeps the sites that also serve this city
		}
		if tried := s&-s - 1; better&tried == 0 && cover(near, cities&^served, k-1) {
			return true
		}
	}
	return false
}
