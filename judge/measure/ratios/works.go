package main

// goals are, by approach, how many times as fast as the fastest yardstick a solution should be.
type goals map[string]float64

// work is a kind of input that solutions are compared on.
type work struct {
	title     string
	problem   string
	generator string   // and its arguments, which make one input
	goals     goals    // nil for none
	backtrack bool     // plain backtracking finishes, too
	cases     []string // in place of a generator
}

// twins are problems whose solutions read the same input: 16×16 sudokus of two judges. Works name the first.
var twins = map[string][]string{"poj3076": {"zoj3122"}}

var works = []work{
	{title: "9×9, 17 givens", problem: "poj3074", generator: "sudoku9 -seed 1 -count 2000 -givens 17", goals: goals{"dlx": 6, "bits": 20}},
	{title: "9×9, hard", problem: "poj3074", generator: "sudoku9 -seed 2 -count 60 -givens 24 -guesses 10", goals: goals{"dlx": 6, "bits": 20}},
	{title: "9×9, easy", problem: "poj3074", generator: "sudoku9 -seed 3 -count 200 -givens 34", goals: goals{"backtrack": 3}, backtrack: true},
	{title: "16×16, 130 givens", problem: "poj3076", generator: "sudoku16 -seed 1 -count 40 -givens 130", goals: goals{"dlx": 15, "bits": 45}},
	{title: "16×16, 110 givens", problem: "poj3076", generator: "sudoku16 -seed 2 -count 40 -givens 110", goals: goals{"dlx": 10, "bits": 30}},
	{title: "16×16, 105 givens", problem: "poj3076", generator: "sudoku16 -seed 3 -count 40 -givens 105", goals: goals{"dlx": 10, "bits": 30}},
	{title: "16×16, easy", problem: "poj3076", generator: "sudoku16 -seed 4 -count 50 -givens 170", backtrack: true},
	{title: "queens, N = 20 to 50, empty", problem: "spojnqueen", generator: "queens -seed 1 -n 20..50 -kept 0", goals: goals{"dlx": 3, "bits": 15, "links": 3}},
	{title: "queens, N = 20 to 50, 15% kept", problem: "spojnqueen", generator: "queens -seed 2 -n 20..50 -kept 15 -count 3", goals: goals{"dlx": 3, "bits": 15, "links": 3}},
	{title: "queens, N = 20 to 50, 30% kept", problem: "spojnqueen", generator: "queens -seed 3 -n 20..50 -kept 30 -count 3", goals: goals{"dlx": 3, "bits": 15, "links": 3}},
	{title: "queens, small", problem: "spojnqueen", generator: "queens -seed 4 -n 4..20 -kept 0..30 -count 10", backtrack: true},
	{title: "airports, N = 60, any K", problem: "hdu5046", generator: "airports -seed 1 -cases 100 -n 60 -k 1-60 -reach 1000000000", goals: goals{"dlx": 20, "bits": 1000}},
	{title: "airports, small", problem: "hdu5046", generator: "airports -seed 2 -cases 100 -n 12-14 -k 2-4", backtrack: true},
}

// tail is a kind of cases of which none should take long. The limits are seconds, by approach, for a process that solves
// the case alone.
type tail struct {
	title     string
	problem   string
	generator string // and its arguments but for the seed
	sample    int    // inputs that are looked at by default
	full      int    // inputs that make all the cases that the goal speaks of
	limits    map[string]float64
}

const allKinds = "uniform,clustered,collinear,grid,extreme,duplicates"

var tails = []tail{
	{"16×16, slowest of random puzzles of 60 to 110 givens, with one solution or more", "poj3076",
		"sudoku16 -kind keep -givens 60 -most 110 -count 250", 4, 40, map[string]float64{"dlx": 0.020, "bits": 0.020}},
	{"queens, slowest of random boards", "spojnqueen",
		"queens -n 4..50 -kept 0..100 -count 20", 5, 107, map[string]float64{"dlx": 0.050, "bits": 0.005}},
	{"queens, slowest of boards of N = 20 to 50 with 0 to 30% kept", "spojnqueen",
		"queens -n 20..50 -kept 0..30 -count 20", 2, 50, map[string]float64{"bits": 0.002}},
	{"airports, slowest of N = 60, any K, any layout", "hdu5046",
		"airports -n 60 -k 1-60 -cases 100 -kinds " + allKinds, 2, 50, map[string]float64{"bits": 0.002}},
}

// search is a work whose nodes are counted: a solution should need no more than so many for each row of the boards.
var search = struct {
	title, problem, approach, generator string
	most                                float64
}{"queens, nodes of search for each row of empty boards", "spojnqueen", "dlx", "queens -n 4..50 -kept 0", 3}

// mostMemory is the goal for every solution: the peak, in bytes.
const mostMemory = 3 << 20
