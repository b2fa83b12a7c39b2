// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Each digit has a bitset of the cells that are open to it: 81 bits in two words, so a few instructions handle all
// cells at once. A cell open to only one digit gets that digit. One pass over the nine bitsets finds such cells.
//
// In a band of three boxes, a digit is once in each row, each time in another box. Nine bits, one per row and box, say
// where it may be. Rows match boxes in six ways: a table keeps the bits of the ways that are possible. The columns of a
// stack work alike. This finds hidden singles, and candidates locked in lines and boxes, without visiting any cell.
// When nothing more is found, the search guesses in a cell with two digits, one whose neighbours have the most to lose.
//
// This is C++98 with two additions of g++: words of 64 bits, and a function that finds the lowest bit of a word.
//
// solutions/README.md explains this page. Reference: Knuth, TAOCP 7.1.3, Bitwise Tricks and Techniques.
#pragma GCC optimize("O3") // judges do not set it; it unrolls the loops over digits
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdint.h>

typedef uint64_t Word;

const unsigned digits = 9; // bit d is the digit d + 1
const unsigned cells = 81;
const unsigned allDigits = (1 << digits) - 1;

const Word one = 1;
const Word firsts = one | one << 10 | one << 20 | one << 30 | one << 40 | one << 50; // the lowest bit of each lane
const Word nines = 0777 * firsts;                                                   // the cells of each box
const Word rows = 7 * firsts;                           // the left column of each box, a bit for each row
const Word columns = 0111 * firsts;                     // the upper row of each box, a bit for each column
const Word abreast = one | one << 7 | one << 14;        // a factor to put rows of three lanes side by side, at bit 14
const Word lower = (one << 30) - 1;                     // the first three lanes

// A Set is a bitset of cells. A box is a lane of ten bits: its cells column by column, and a spare bit for carries. The
// upper six boxes are in lo, the lower three in hi.
struct Set {
	Word lo, hi;

	Set(Word lo = 0, Word hi = 0) : lo(lo), hi(hi) {}

	Set operator&(const Set &t) const { return Set(lo & t.lo, hi & t.hi); }
	Set operator|(const Set &t) const { return Set(lo | t.lo, hi | t.hi); }
	Set operator-(const Set &t) const { return Set(lo & ~t.lo, hi & ~t.hi); }
	bool operator==(const Set &t) const { return lo == t.lo && hi == t.hi; }
	bool empty() const { return (lo | hi) == 0; }
};

Word Set::*const halves[2] = {&Set::lo, &Set::hi};

const Set full(nines, nines & lower);

unsigned number[cells];      // by place in the input: the cell's bit; bits from 60 on are in hi
unsigned char order[90];     // of each bit: the place of its cell in the input
Set only[90], near[90];      // of each bit: its cell alone; the 20 others in its row, column and box
Word keepRow[512];           // by rows where the digit may be, 3 bits a box: the cells that a band's lanes keep
Set keepColumn[512];         // by columns where it may be, 3 bits a column: what each band's first lane keeps

// list fills the tables above.
void list() {
	const unsigned matches[6] = {0124, 0142, 0214, 0241, 0412, 0421};
	for (unsigned may = 0; may < 512; may++) {
		Word left = 0;
		for (unsigned m = 0; m < 6; m++)
			if ((may & matches[m]) == matches[m])
				left |= matches[m];
		keepRow[may] = ((left & 7) | (left >> 3 & 7) << 10 | (left >> 6 & 7) << 20) * 0111;
		keepColumn[may] = Set(((left & 0111) | (left >> 1 & 0111) << 30) * 7, (left >> 2 & 0111) * 7);
	}
	for (unsigned i = 0; i < cells; i++) {
		unsigned row = i / 9, column = i % 9, cell = row / 3 * 30 + column / 3 * 10 + column % 3 * 3 + row % 3;
		number[i] = cell, order[cell] = static_cast<unsigned char>(i);
		only[cell] = cell < 60 ? Set(one << cell, 0) : Set(0, one << (cell - 60));
	}
	for (unsigned i = 0; i < cells; i++)
		for (unsigned j = 0; j < cells; j++)
			if (i != j && (i / 9 == j / 9 || i % 9 == j % 9 || number[i] / 10 == number[j] / 10))
				near[number[i]] = near[number[i]] | only[number[j]];
}

// lowest returns the place of the lowest bit.
inline unsigned lowest(Word w) { return static_cast<unsigned>(__builtin_ctzll(w)); }

// quarters returns, for every four bits, how many of them are set.
inline Word quarters(Word w) {
	w -= w >> 1 & ~Word(0) / 3;
	return (w & ~Word(0) / 5) + (w >> 2 & ~Word(0) / 5);
}

// count returns how many cells a set has.
inline int count(const Set &s) {
	Word sum = quarters(s.lo) + quarters(s.hi), bytes = (sum & ~Word(0) / 17) + (sum >> 4 & ~Word(0) / 17);
	return static_cast<int>(bytes * (~Word(0) / 255) >> 56);
}

// busy returns all nine bits of each lane that is not empty: only these lanes carry to the tenth bit.
inline Word busy(Word w) {
	Word carries = (w + nines) & firsts << 9;
	return carries - (carries >> 9);
}

// byRows matches rows and boxes in the two bands of a word, and returns the cells that remain. One band starts at bit
// 0. The parameter other is the first bit of the second band.
inline Word byRows(Word w, unsigned other) {
	Word x = ((w | w >> 3 | w >> 6) & rows) * abreast >> 14;
	return w & (keepRow[x & 511] | keepRow[x >> other & 511] << other);
}

// A Board has, for each digit, the cells where it is, and the other cells that are open to it.
class Board {
public:
	// init begins a puzzle without givens.
	void init() {
		for (unsigned d = 0; d < digits; d++)
			open[d] = full, filled[d] = Set();
		known = Set();
	}

	// fill puts the digit into the cell, and reports whether the cell was open to the digit.
	bool fill(unsigned cell, unsigned d) {
		bool may = !(open[d] & only[cell]).empty();
		known = known | only[cell], filled[d] = filled[d] | only[cell];
		open[d] = open[d] - near[cell];
		return may;
	}

	// search returns the solved board, or null. The boards of deeper nodes follow this board in memory. The set stale
	// has the digits whose cells have changed. Each call is a node of the search tree. It branches on the digits of one
	// cell, two if possible.
	const Board *search(unsigned stale) {
		if (!propagate(stale))
			return 0;
		Set ones, twos, threes; // the cells open to at least 1, 2 and 3 digits
		for (unsigned d = 0; d < digits; d++) {
			threes = threes | (twos & open[d]);
			twos = twos | (ones & open[d]);
			ones = ones | open[d];
		}
		if (ones.empty())
			return this; // all cells are filled
		Set pairs = twos - threes;
		Guess best = choose(pairs.empty() ? threes : pairs);
		for (stale = 0; best.digits != 0; best.digits &= best.digits - 1) {
			unsigned d = lowest(best.digits);
			Board *next = this + 1;
			*next = *this;
			next->fill(best.cell, d);
			if (const Board *solved = next->search(stale | 1 << d))
				return solved;
			open[d] = open[d] - only[best.cell]; // so d has changed for the other branches
			stale |= 1 << d;
		}
		return 0;
	}

	// write writes the digits into the cells of a puzzle.
	void write(char *puzzle) const {
		for (unsigned d = 0; d < digits; d++) {
			for (Word w = filled[d].lo; w != 0; w &= w - 1)
				puzzle[order[lowest(w)]] = static_cast<char>('1' + d);
			for (Word w = filled[d].hi; w != 0; w &= w - 1)
				puzzle[order[60 + lowest(w)]] = static_cast<char>('1' + d);
		}
	}

private:
	struct Guess {
		unsigned cell, digits; // the digits as bits
	};

	// choose returns a cell of the set from: one with the fewest digits, whose neighbours have the most to lose.
	Guess choose(const Set &from) const {
		Guess best = {0, 0};
		int most = -1000;
		for (unsigned h = 0; h < 2; h++) {
			for (Word w = from.*halves[h]; w != 0; w &= w - 1) {
				Guess g = {60 * h + lowest(w), digitsOf(halves[h], lowest(w))};
				unsigned others = g.digits & (g.digits - 1);
				Set lose = (open[lowest(g.digits)] | open[lowest(others)]) & near[g.cell];
				int score = count(lose) + 2 * count(lose & from);
				for (others &= others - 1; others != 0; others &= others - 1)
					score -= 100;
				if (score > most)
					most = score, best = g;
			}
		}
		return best;
	}

	// digitsOf returns the digits that a cell is open to. The cell is a bit of this half.
	unsigned digitsOf(Word Set::*half, unsigned bit) const {
		const Set *o = open;
		return static_cast<unsigned>(
			(o[0].*half >> bit & 1) | (o[1].*half >> bit & 1) << 1 | (o[2].*half >> bit & 1) << 2 |
			(o[3].*half >> bit & 1) << 3 | (o[4].*half >> bit & 1) << 4 | (o[5].*half >> bit & 1) << 5 |
			(o[6].*half >> bit & 1) << 6 | (o[7].*half >> bit & 1) << 7 | (o[8].*half >> bit & 1) << 8);
	}

	// propagate fills cells and closes cells to digits until nothing changes. It reports false if there is a
	// contradiction.
	bool propagate(unsigned stale) {
		Set now = known;
		for (;;) {
			Set ones, twos; // the cells open to at least 1 and 2 digits
			for (unsigned d = 0; d < digits; d++) {
				twos = twos | (ones & open[d]);
				ones = ones | open[d];
			}
			if (!((ones | now) == full))
				return false;
			Set single = ones - twos - now;
			for (unsigned d = 0; d < digits; d++)
				stale |= static_cast<unsigned>(!(open[d] & (now | single)).empty()) << d;
			known = now;
			if (stale == 0)
				return true;
			unsigned again = 0;
			for (; stale != 0; stale &= stale - 1) {
				unsigned d = lowest(stale);
				Set here = open[d] & single, s = (open[d] - now) | filled[d]; // here: d is nowhere else in these boxes
				s.lo = byRows(s.lo & (here.lo | ~busy(here.lo)), 30);
				s.hi = byRows(s.hi & (here.hi | ~busy(here.hi)), 0);
				Word x = (s.lo | s.lo >> 1 | s.lo >> 2) & columns;
				x |= x >> 29 | ((s.hi | s.hi >> 1 | s.hi >> 2) & columns) << 2; // puts the other bands beside the first
				const Set &l = keepColumn[x & 511], &m = keepColumn[x >> 10 & 511], &r = keepColumn[x >> 20 & 511];
				if (l.lo == 0 || m.lo == 0 || r.lo == 0)
					return false;
				s = s & Set(l.lo | m.lo << 10 | r.lo << 20, l.hi | m.hi << 10 | r.hi << 20);
				Set t(byRows(s.lo, 30), byRows(s.hi, 0));
				Set alone(t.lo & ~busy(t.lo & (t.lo - firsts)), t.hi & ~busy(t.hi & (t.hi - firsts))); // in a box
				open[d] = t - alone, filled[d] = alone, now = now | alone;
				again |= static_cast<unsigned>(!(s == t)) << d;
			}
			// Two singles in one box are not filled, but contradict each other in the next round.
			now = now | single, stale = again;
		}
	}

	Set open[digits], filled[digits];
	Set known; // all filled cells
};

Board boards[1 + cells]; // the nodes from the root to the current one, each with more filled cells

// An Input is read line by line. A line is a puzzle, row by row, with '.' for an empty cell.
class Input {
public:
	unsigned long number; // of the current line, from 1 on
	char *text;           // the line without the blanks around it; one more character may be written after it
	unsigned long length; // of the text

	Input() : number(0), text(0), length(0), size(1 << 16), start(0), end(0) {
		block = static_cast<char *>(std::malloc(size + 1));
	}

	// next reads the next line and reports whether there was one.
	bool next() {
		char *newline;
		do
			newline = static_cast<char *>(std::memchr(block + start, '\n', end - start));
		while (!newline && more());
		if (start == end)
			return false;
		char *after = newline ? newline : block + end;
		text = block + start;
		start = newline ? newline + 1 - block : end;
		while (text < after && blank(*text))
			text++;
		while (text < after && blank(after[-1]))
			after--;
		number++, length = static_cast<unsigned long>(after - text);
		return true;
	}

	// solve fills the empty cells, or ends the program with the reason why it cannot.
	void solve() {
		if (length != cells) {
			std::fprintf(stderr, "line %lu: want %u characters, got %lu\n", number, cells, length);
			std::exit(EXIT_FAILURE);
		}
		boards[0].init();
		unsigned givens[cells + 1], n = 0;
		for (unsigned i = 0; i < cells; i++)
			givens[n] = i, n += text[i] != '.'; // without a branch, which could not be predicted
		for (unsigned k = 0; k < n; k++) {
			unsigned i = givens[k];
			unsigned char given = text[i];
			if (given < '1' || given > '9') {
				std::fprintf(stderr, "line %lu: want 1 to 9 or a dot in column %u, got ", number, i + 1);
				std::fprintf(stderr, given >= ' ' && given < 127 ? "'%c'\n" : "'\\x%02x'\n", given);
				std::exit(EXIT_FAILURE);
			}
			if (!boards[0].fill(::number[i], given - '1'))
				fail();
		}
		const Board *solved = boards[0].search(allDigits);
		if (!solved)
			fail();
		solved->write(text);
	}

private:
	static bool blank(char c) {
		return c == ' ' || (c >= '\t' && c <= '\r') || c == '\x1a'; // Ctrl-Z ends old DOS files
	}

	// more moves the unread characters to the start of the block, reads more, and reports whether it got any.
	bool more() {
		std::memmove(block, block + start, end - start);
		end -= start, start = 0;
		if (end == size)
			block = static_cast<char *>(std::realloc(block, (size *= 2) + 1));
		std::size_t n = block ? std::fread(block + end, 1, size - end, stdin) : 0;
		if (!block || std::ferror(stdin)) {
			std::perror("standard input");
			std::exit(EXIT_FAILURE);
		}
		end += n;
		return n != 0;
	}

	void fail() const {
		std::fprintf(stderr, "line %lu: the puzzle has no solution\n", number);
		std::exit(EXIT_FAILURE);
	}

	char *block;                  // a block of the input: size characters and a spare one
	std::size_t size, start, end; // the unread characters are from start to end
};

int main() {
	list();
	Input line;
	while (line.next() && !(line.length == 3 && std::memcmp(line.text, "end", 3) == 0)) {
		if (line.length == 0)
			continue;
		line.solve();
		line.text[cells] = '\n';
		std::fwrite(line.text, 1, cells + 1, stdout);
	}
	if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
		std::perror("standard output");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
