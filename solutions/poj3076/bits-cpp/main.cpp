// POJ 3076 and ZOJ 3122, Sudoku (16×16): http://poj.org/problem?id=3076 https://zoj.pintia.cn/problem-sets/91827364500/problems/91827367537
//
// Sudoku with bitsets. For each letter, a plane of 256 bits says where it may still go: four words, one for each band
// of four rows, with 16 bits for each box. So three simple rules of deduction work on many cells at once. First, a cell
// with one letter left gets it: two running words, "one or more" and "two or more", count the letters of 64 cells in a
// pass. Second, a letter with one place left in a row, column or box goes there. Third, if a box can have a letter only
// in one row, no other box has it in that row. A table applies the last two. Its index has the rows and boxes of a band
// in which the letter may be, and its value keeps those that fit a different row for each box. The table also serves
// the columns of a stack.
//
// When deduction finds no more, a search guesses. It remembers the cells in which guesses failed. After many nodes it
// restarts, with those cells and another letter first, since a bad first guess may lead to millions of guesses.
//
// This is C++98 with two additions of g++: words of 64 bits, and a function that finds the lowest bit of a word.
// solutions/README.md explains this page.
#pragma GCC optimize("O3") // judges do not set it; it unrolls the loops over letters and bands
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdint.h>
#include <string>

typedef uint64_t Word;
typedef uint16_t Letters; // as bits

const unsigned size = 16; // the number of rows, columns, boxes and letters
const unsigned cells = size * size;
const unsigned bands = 4; // of four rows

const Word full = ~Word(0);
const Word corners = full / 0xFFFF;  // the first cell of each box
const Word lasts = corners << 15;    // the last cell of each box
const Word lefts = full / 0xF;       // the first column of each box
const Word tops = corners * 0xF;     // the first row of each box

// A Plane is a bitset of cells, a word for each band. In its word, a cell is bit 16*box + 4*row + column, where box,
// row in the band, and column in the box are 0 to 3.
typedef Word Plane[bands];

uint16_t usable[1 << 16]; // by set of bits 4*box + line: those bits of it that fit a different line for each box
Word stretch[1 << 8];     // by eight bits: each of them repeated four times

// list fills the tables usable and stretch.
void list() {
	for (unsigned a = 0; a < 4; a++)
		for (unsigned b = 0; b < 4; b++)
			for (unsigned c = 0; c < 4; c++) {
				unsigned d = 6 - a - b - c; // the fourth, if the others differ
				if (a == b || a == c || b == c)
					continue;
				unsigned choice = 1u << a | 16u << b | 256u << c | 4096u << d;
				for (unsigned x = choice; x < 1u << 16; x = (x + 1) | choice) // all sets that contain this choice
					usable[x] = static_cast<uint16_t>(usable[x] | choice);
			}
	for (unsigned x = 1; x < 256; x++)
		stretch[x] = stretch[x >> 1] << 4 | (x & 1) * 0xF;
}

// placeOf converts a cell's number, counted row by row, to its place in a plane, and a place to the number.
inline unsigned placeOf(unsigned cell) { return (cell & 0xC3) | (cell >> 2 & 0x0C) | (cell << 2 & 0x30); }

// lowest returns the place of the lowest bit.
inline unsigned lowest(Word w) { return static_cast<unsigned>(__builtin_ctzll(w)); }

// boxes returns all cells of those boxes of a band that have a cell in x.
inline Word boxes(Word x) {
	Word any = (((x & ~lasts) + ~lasts) | x) & lasts; // adding carries all cells of a box into its last
	return (any << 1) - (any >> 15);
}

// quarters returns, for every four bits, how many of them are set.
inline Word quarters(Word w) {
	w -= w >> 1 & full / 3;
	return (w & full / 5) + (w >> 2 & full / 5);
}

// A Board is what is known about a puzzle, and a node of the search for the rest.
class Board {
public:
	// init begins a puzzle without givens.
	void init() {
		for (unsigned band = 0; band < bands; band++) {
			known[band] = 0;
			for (unsigned l = 0; l < size; l++)
				open[band][l] = full, solved[band][l] = 0;
		}
	}

	// give(place, letter, 1) puts a letter into a place. give(place, letter, 0) does nothing. Neither has a branch.
	void give(unsigned place, unsigned letter, Word any = 1) {
		known[place / 64] |= any << place % 64;
		solved[place / 64][letter] |= any << place % 64;
	}

	// search returns the solved board, or null. The boards of deeper nodes follow this board in memory. Each call is a
	// node of the search tree.
	const Board *search() {
		if (--nodesLeft < 0 || !deduce())
			return 0;
		if ((known[0] & known[1] & known[2] & known[3]) == full)
			return this;
		for (Guess g = choose(); g.letters != 0;) {
			unsigned letter = (first + lowest((Word(g.letters) << size | g.letters) >> first)) % size;
			g.letters = static_cast<Letters>(g.letters & ~(1u << letter));
			Board *next = this + 1;
			*next = *this;
			next->give(g.place, letter);
			if (const Board *done = next->search())
				return done;
			if (nodesLeft < 0)
				return 0; // cut off: this guess has not failed
			failures[g.place]++;
		}
		return 0;
	}

	// write writes the letters into the cells, row by row.
	void write(std::string &board) const {
		for (unsigned band = 0; band < bands; band++)
			for (unsigned l = 0; l < size; l++)
				for (Word w = solved[band][l]; w != 0; w &= w - 1)
					board[placeOf(64 * band + lowest(w))] = static_cast<char>('A' + l);
	}

	static int failures[cells]; // how many guesses failed in each place of this puzzle
	static int nodesLeft;       // how many more nodes the search may visit
	static unsigned first;      // the letter that is tried first; each restart takes another

private:
	// A Guess is a cell, and the letters to try there.
	struct Guess {
		unsigned place;
		Letters letters;
	};

	// deduce applies the rules until they find nothing new. It reports false if there is a contradiction.
	bool deduce() {
		Plane single = {0, 0, 0, 0}; // the cells that became known because they had one letter left
		for (unsigned todo = 0;;) {  // the letters to look at, as bits
			for (unsigned l = 0; l < size; l++) {
				Word stale = (open[0][l] & known[0]) | (open[1][l] & known[1]) | (open[2][l] & known[2]) | (open[3][l] & known[3]);
				todo |= static_cast<unsigned>(stale != 0) << l;
			}
			if (todo == 0)
				return true;
			unsigned changed = 0;
			for (; todo != 0; todo &= todo - 1) {
				unsigned l = lowest(todo);
				bool more = false;
				if (!arrange(l, single, more))
					return false;
				changed |= static_cast<unsigned>(more) << l;
			}
			todo = changed;
			for (unsigned band = 0; band < bands; band++) {
				Word one = 0, two = 0; // cells with at least 1 and 2 letters
				for (unsigned l = 0; l < size; l++) {
					two |= one & open[band][l];
					one |= open[band][l];
				}
				if ((one | known[band]) != full)
					return false;
				single[band] = one & ~two & ~known[band];
				known[band] |= single[band];
			}
		}
	}

	// arrange limits a letter to places that the rows of each band and the columns of each stack allow, and records
	// where it is solved. It reports false if a row or column has no place left for the letter. It sets changed if the
	// stacks excluded places: then the bands may exclude more.
	bool arrange(unsigned letter, const Plane &single, bool &changed) {
		Plane at;
		Word stacks = 0; // bits 16*stack + 4*band + column
		for (unsigned i = 0; i < bands; i++) {
			Word here = solved[i][letter] | (open[i][letter] & single[i]);
			Word x = (open[i][letter] & ~known[i] & ~boxes(here)) | here;
			// bits 16*box + 4*row, next 16*box + row, then 4*box + row
			Word rows = (x | x >> 1 | x >> 2 | x >> 3) & lefts;
			rows = rows * (1 << 9 | 1 << 6 | 1 << 3 | 1) >> 9 & tops;
			unsigned band = usable[(rows | rows >> 12 | rows >> 24 | rows >> 36) & 0xFFFF];
			at[i] = x & (stretch[band & 0xFF] | stretch[band >> 8] << 32);
			stacks |= ((at[i] | at[i] >> 4 | at[i] >> 8 | at[i] >> 12) & tops) << 4 * i;
		}
		Word s0 = usable[stacks & 0xFFFF], s1 = usable[stacks >> 16 & 0xFFFF], s2 = usable[stacks >> 32 & 0xFFFF], s3 = usable[stacks >> 48];
		if (s0 == 0 || s1 == 0 || s2 == 0 || s3 == 0)
			return false;
		stacks = s0 | s1 << 16 | s2 << 32 | s3 << 48;
		Word lost = 0;
		for (unsigned i = 0; i < bands; i++) {
			Word x = at[i] & (stacks >> 4 * i & tops) * 0x1111; // repeated in all four rows
			Word last = x & ~boxes(x & (x - corners));           // the cells that are the only place in their box
			lost |= at[i] & ~x;
			known[i] |= last;
			solved[i][letter] = last;
			open[i][letter] = x & ~last;
		}
		changed = lost != 0;
		return true;
	}

	// choose picks an unknown cell for a guess, one with two letters if possible. It prefers cells where guesses failed
	// before, and cells whose letters many peers would lose. A peer with as few letters counts three times.
	Guess choose() const {
		Plane few, threes;
		Word any = 0, anyThree = 0;
		for (unsigned band = 0; band < bands; band++) {
			Word one = 0, two = 0, three = 0, four = 0; // cells with at least 1 to 4 letters
			for (unsigned l = 0; l < size; l++) {
				Word w = open[band][l];
				four |= three & w;
				three |= two & w;
				two |= one & w;
				one |= w;
			}
			few[band] = two & ~three, threes[band] = three & ~four;
			any |= few[band], anyThree |= threes[band];
		}
		for (unsigned band = 0; any == 0 && band < bands; band++)
			few[band] = anyThree != 0 ? threes[band] : ~known[band];
		Guess best = {0, 0};
		int most = -1;
		for (unsigned band = 0; band < bands; band++) {
			for (Word left = few[band]; left != 0; left &= left - 1) {
				unsigned k = lowest(left);
				Guess g = {64 * band + k, lettersOf(band, k)};
				Plane reach = {0, 0, 0, 0};
				for (unsigned rest = g.letters; rest != 0; rest &= rest - 1)
					for (unsigned i = 0; i < bands; i++)
						reach[i] |= open[i][lowest(rest)];
				Word own = reach[band] & (Word(0x1111) << (k & 0x33) | tops << (k & 0x0C) | Word(0xFFFF) << (k & 0x30));
				Word column = 0, columnFew = 0; // the column in the other bands, four cells of each, side by side
				for (unsigned i = 0; i < bands; i++) {
					Word w = i == band ? 0 : reach[i] >> (k & 0x33) & 0x1111;
					column |= w << i, columnFew |= (w & few[i] >> (k & 0x33)) << i;
				}
				// How many cells would lose a letter, in each four bits, then in each eight.
				Word all = quarters(own) + quarters(column), good = quarters(own & few[band]) + quarters(columnFew);
				all = (all & full / 17) + (all >> 4 & full / 17);
				good = (good & full / 17) + (good >> 4 & full / 17);
				int score = 40 * failures[g.place] + static_cast<int>((all + 2 * good) * (full / 255) >> 56);
				if (score > most)
					most = score, best = g;
			}
		}
		return best;
	}

	// lettersOf returns the letters that a cell of this band is open to.
	Letters lettersOf(unsigned band, unsigned bit) const {
		unsigned letters = 0;
		for (unsigned l = size; l-- > 0;)
			letters += letters + static_cast<unsigned>(open[band][l] >> bit & 1);
		return static_cast<Letters>(letters);
	}

	Word open[bands][size];   // where each letter may still go; known cells may stay in it
	Word solved[bands][size]; // where each letter is
	Plane known;              // the cells whose letter is known
};

int Board::failures[cells];
int Board::nodesLeft;
unsigned Board::first;

Board given, boards[1 + cells]; // a puzzle; the nodes from the root to the current one, each with one more known cell

// solve fills the empty cells of a board, row by row with '-' for an empty cell, and reports whether it could.
bool solve(std::string &letters) {
	given.init();
	for (unsigned cell = 0; cell < cells; cell++)
		given.give(placeOf(cell), static_cast<unsigned>(letters[cell] - 'A') % size, letters[cell] >> 6);
	std::memset(Board::failures, 0, sizeof Board::failures);
	Board::first = 0;
	for (int nodes = 400;; nodes += nodes / 2) {
		boards[0] = given, Board::nodesLeft = nodes, Board::first = (Board::first + 5) % size;
		if (const Board *done = boards[0].search()) {
			done->write(letters);
			return true;
		}
		if (Board::nodesLeft >= 0)
			return false;
	}
}

// check ends the program after the answers so far, if a word cannot be a row of a puzzle.
void check(const std::string &word, unsigned long number) {
	const Word accepted = 1 | Word(0xFFFF) << ('A' - '-'); // the characters; c is bit c - '-'
	if (word.size() != size) {
		std::fprintf(stderr, "row %lu: want %u characters, got %lu\n", number, size,
			static_cast<unsigned long>(word.size()));
		std::exit(EXIT_FAILURE);
	}
	for (unsigned column = 0; column < size; column++) {
		unsigned char c = word[column];
		if (c < '-' || c > 'P' || (accepted >> (c - '-') & 1) == 0) {
			std::fprintf(stderr, "row %lu: want A to P or - in column %u, got ", number, column + 1);
			std::fprintf(stderr, c >= ' ' && c < 127 ? "'%c'\n" : "'\\x%02x'\n", c);
			std::exit(EXIT_FAILURE);
		}
	}
}

int main() {
	list();
	std::ios::sync_with_stdio(false);
	std::string word, board;
	unsigned long number = 0, puzzles = 0;
	while (std::cin >> word) {
		word.erase(word.find_last_not_of("\x1a") + 1); // Ctrl-Z ends old DOS files
		if (word.empty())
			continue;
		check(word, ++number);
		board += word;
		if (board.size() < cells)
			continue;
		puzzles++;
		if (!solve(board)) {
			std::fprintf(stderr, "puzzle %lu has no solution\n", puzzles);
			return EXIT_FAILURE;
		}
		if (puzzles > 1)
			std::putchar('\n');
		for (unsigned row = 0; row < size; row++) {
			std::fwrite(&board[row * size], 1, size, stdout);
			std::putchar('\n');
		}
		board.clear();
	}
	if (std::cin.bad()) {
		std::fprintf(stderr, "row %lu: the input cannot be read\n", number + 1);
		return EXIT_FAILURE;
	}
	if (!board.empty()) {
		unsigned rows = static_cast<unsigned>(board.size()) / size;
		std::fprintf(stderr, "puzzle %lu: the input ends after %u of %u rows\n", puzzles + 1, rows, size);
		return EXIT_FAILURE;
	}
	if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
		std::perror("standard output");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
