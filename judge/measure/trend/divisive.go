package trend

// least is the number of records that a level must have. A single record that is off may be a bad day of the machine.
const least = 2

// tie is a difference of statistics that may be rounding: the earlier place is then taken.
const tie = 1e-12

// divisions divides a series again and again where its two sides differ most, until no side can be divided, and returns
// where, sorted: the first index of each later part. They are candidates; most of them mean nothing.
//
// This is the hierarchical part of E-divisive with means, with the exponent 1, for one dimension.
//
// D. S. Matteson, N. A. James, A nonparametric approach for multiple change point analysis of multivariate data,
// Journal of the American Statistical Association 109 (2014).
func divisions(values []float64) []int {
	d := distancesOf(values)
	var found []int
	var divide func(from, to int)
	divide = func(from, to int) {
		best, at := -1.0, 0
		for middle := from + least; middle <= to-least; middle++ {
			if q := d.statistic(from, middle, to); q > best+tie {
				best, at = q, middle
			}
		}
		if at == 0 {
			return
		}
		divide(from, at)
		found = append(found, at)
		divide(at, to)
	}
	divide(0, len(values))
	return found
}

// distances[i][j] is the sum of the distances between all of the first i and all of the first j values, so that the sum
// over any two ranges takes four look-ups.
type distances [][]float64

func distancesOf(values []float64) distances {
	d := make(distances, len(values)+1)
	d[0] = make([]float64, len(values)+1)
	for i, v := range values {
		d[i+1] = make([]float64, len(values)+1)
		row := 0.0
		for j, w := range values {
			row += max(v-w, w-v)
			d[i+1][j+1] = d[i][j+1] + row
		}
	}
	return d
}

// between is the sum of the distances between the values of [a, b) and those of [c, e).
func (d distances) between(a, b, c, e int) float64 { return d[b][e] - d[a][e] - d[b][c] + d[a][c] }

// statistic is the scaled energy distance of [from, middle) and [middle, to): twice the mean distance between them,
// less the mean distances within each, times mn/(m+n).
func (d distances) statistic(from, middle, to int) float64 {
	m, n := float64(middle-from), float64(to-middle)
	energy := 2*d.between(from, middle, middle, to)/(m*n) -
		d.between(from, middle, from, middle)/(m*(m-1)) -
		d.between(middle, to, middle, to)/(n*(n-1))
	return m * n / (m + n) * energy
}
