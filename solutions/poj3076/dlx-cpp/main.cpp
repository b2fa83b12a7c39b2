// POJ 3076, Sudoku (16×16): http://poj.org/problem?id=3076
//
// Sudoku as an exact cover. The 1024 items are what a solved board has exactly once: a letter in each of the 256 cells,
// and each of the 16 letters in each row, in each column and in each box. The 4096 options are the letters in the
// cells, with four items each. What the givens cover is settled beforehand, and only the options that they leave are
// built. This is C++98.
//
// Reference: Donald E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.
#include <cstdio>
#include <cstdlib>
#include <cstring>

const unsigned size = 16; // rows, columns, boxes, and letters A to P
const unsigned cells = size * size;

// An ExactCover is a set of items and a set of options, each option four of the items. solve chooses options so that
// every item is in exactly one of them. This is Algorithm X with dancing links, as in Knuth, The Art of Computer
// Programming 7.2.2.1. New are a queue of the items that have only one option left, and what the search makes of its
// failures: it prefers the items that caused them, and after too many it begins again.
//
// Node i is the header of item i; the items are numbered from 0. Each item heads a circular list up/down of the nodes
// that stand for it, one in every option that has it. The nodes of an option lie side by side, the first at a multiple
// of four, so that the others of node x are x^1, x^2 and x^3.
class ExactCover {
public:
	typedef unsigned short Node;

	Node item[4 * cells + 4 * size * cells]; // of each node
	Node chosen[cells];                      // the first nodes of the chosen options
	unsigned depth;                          // how many are chosen

	// init begins a new problem, still without options.
	void init() {
		nodes = items;
		for (unsigned i = 0; i < items; i++) {
			up[i] = static_cast<Node>(i);
			length[i] = 0;
			price[i] = 1;
		}
		lowest = 1;
		waiting = steps = depth = 0;
	}

	// settle says that an item is covered beforehand, so that no option may have it. It reports whether this is news.
	bool settle(Node i) {
		bool open = length[i] < spare;
		length[i] = spare;
		return open;
	}

	// addOption adds an option of four different items.
	void addOption(const Node option[4]) {
		for (unsigned k = 0; k < 4; k++) {
			Node i = option[k], x = static_cast<Node>(nodes++);
			item[x] = i, up[x] = up[i], up[i] = x; // below all others of its item; solve adds the links down
			length[i]++;
		}
	}

	// solve finds a solution. A search that is unlucky with its first choices may be lost for ages among what follows
	// from them. So it is given up after some failures and begun again, with other choices, as the prices have changed;
	// and as its patience grows, it comes to an end at last.
	bool solve() {
		for (unsigned x = 0; x < nodes; x++)
			down[up[x]] = static_cast<Node>(x);
		for (unsigned i = 0; i < items; i++)
			if (length[i] <= 1)
				queue[waiting++] = static_cast<Node>(i);
		bool open = force();
		unsigned oldSteps = steps, oldDepth = depth;
		for (int limit = 1000; open; limit += limit / 2) {
			patience = limit;
			if (search())
				return true;
			open = patience < 0;
			undo(oldSteps, oldDepth);
		}
		return false;
	}

private:
	enum {
		items = 4 * cells,
		reach = items + 4 * size * cells,
		spare = 1 << 14 // so much larger are items that are covered: not empty, not the smallest
	};

	// search covers the items that are left, and reports whether it could. Each call is a node of the search tree. Its
	// branches are the options of the best item, since one of them must be chosen.
	bool search() {
		Node i = 0;
		if (!best(i))
			return true; // nothing is left
		unsigned oldSteps = steps, oldDepth = depth;
		for (unsigned x = down[i]; x != i; x = down[x]) {
			if (choose(x) && force() && search())
				return true;
			undo(oldSteps, oldDepth);
			if (--patience < 0)
				return false;
		}
		return false;
	}

	// best finds the item with the least product of length and price, if there are items left. The fewer its options,
	// the fewer the branches; and the more often it was in trouble, the sooner does a search that must fail end.
	bool best(Node &found) const {
		float least = spare;
		for (unsigned i = 0; i < items; i++) {
			float cost = static_cast<float>(length[i]) * price[i];
			if (cost < least && length[i] < spare) {
				least = cost, found = static_cast<Node>(i);
				if (cost <= 2 * lowest)
					break; // there is no lower one
			}
		}
		return least < spare;
	}

	// force chooses options that are the last of an item, as long as there are any, and reports whether all went well.
	bool force() {
		while (waiting > 0) {
			Node i = queue[--waiting];
			if (length[i] == 0 || (length[i] == 1 && !choose(down[i])))
				return false;
		}
		return true;
	}

	// choose puts the option of node x into the solution and covers its items: all options that have one of them, the
	// chosen one included, leave the lists of their other items. They stay in the list of this one, which is not used
	// any more. It stops short when an item that is still to be covered has no option left.
	bool choose(unsigned x) {
		x &= ~3u;
		chosen[depth++] = static_cast<Node>(x);
		for (unsigned k = 0; k < 4; k++)
			length[item[x + k]] = static_cast<Node>(length[item[x + k]] + spare);
		unsigned hidden = steps, queued = waiting; // which stay in registers
		for (unsigned k = 0; k < 4; k++) {
			unsigned i = item[x + k];
			for (unsigned p = down[i]; p != i; p = down[p]) {
				trail[hidden++] = static_cast<Node>(p);
				unsigned a = unlink(p ^ 1, queued), b = unlink(p ^ 2, queued), c = unlink(p ^ 3, queued);
				if (a == 0 || b == 0 || c == 0) {
					steps = hidden, waiting = 0;
					blame(p);
					return false;
				}
			}
		}
		steps = hidden, waiting = queued;
		return true;
	}

	// unlink takes node x out of the list of its item, counts those that are queued, and returns the length of what is left.
	unsigned unlink(unsigned x, unsigned &queued) {
		Node u = up[x], d = down[x], i = item[x];
		down[u] = d, up[d] = u;
		unsigned left = --length[i];
		queue[queued] = i; // which does not count unless it is the last
		queued += left == 1;
		return left;
	}

	// blame lowers the price of the items that lost their last option with the one that node p hid.
	void blame(unsigned p) {
		for (unsigned k = 1; k < 4; k++) {
			Node i = item[p ^ k];
			if (length[i] == 0) {
				price[i] /= 1 + price[i];
				if (price[i] < lowest)
					lowest = price[i];
			}
		}
	}

	// undo takes back all that was done since the trail and the solution had these lengths. This is the dance: a node
	// that leaves a list keeps its own two links, and they still name the neighbours it had. If the nodes come back in
	// the opposite order, the last to leave first, then each finds just these two side by side and steps in between.
	void undo(unsigned oldSteps, unsigned oldDepth) {
		while (depth > oldDepth) {
			unsigned x = chosen[--depth];
			for (unsigned k = 0; k < 4; k++)
				length[item[x + k]] = static_cast<Node>(length[item[x + k]] - spare);
		}
		while (steps > oldSteps) {
			unsigned p = trail[--steps];
			relink(p ^ 3);
			relink(p ^ 2);
			relink(p ^ 1);
		}
	}

	void relink(unsigned x) {
		down[up[x]] = up[down[x]] = static_cast<Node>(x);
		length[item[x]]++;
	}

	Node up[reach], down[reach];
	Node length[items];       // of each item: the options in its list, plus spare if it does not need any
	float price[items];       // of each item: 1 / (1 + how often it was left without options)
	float lowest;             // the lowest price
	Node queue[reach];        // items that had one option left when they were put here
	unsigned waiting;         // the length of the queue
	Node trail[reach];        // a node of each hidden option, in the order of hiding
	unsigned steps;           // the length of the trail
	int patience;             // how many more failures the search takes before it gives up
	unsigned nodes;           // the headers too
};

ExactCover cover; // too large for some stacks
ExactCover::Node options[size * cells][4]; // the items of each option
unsigned char units[cells][3];             // the row, column and box of each cell, counted on from one to the next
unsigned char place[19];                   // of each bit, which is a power of two: no two leave the same remainder

// list fills these tables.
void list() {
	for (unsigned letter = 0; letter < size; letter++)
		place[(1u << letter) % 19] = static_cast<unsigned char>(letter);
	for (unsigned cell = 0; cell < cells; cell++) {
		unsigned row = cell / size, column = cell % size;
		units[cell][0] = static_cast<unsigned char>(row);
		units[cell][1] = static_cast<unsigned char>(size + column);
		units[cell][2] = static_cast<unsigned char>(2 * size + row / 4 * 4 + column / 4);
		for (unsigned letter = 0; letter < size; letter++) {
			ExactCover::Node *items = options[size * cell + letter];
			items[0] = static_cast<ExactCover::Node>(cell);
			for (unsigned k = 0; k < 3; k++)
				items[k + 1] = static_cast<ExactCover::Node>(cells + size * units[cell][k] + letter);
		}
	}
}

// A Board is a puzzle or its solution, row by row, with '-' for an empty cell.
struct Board {
	char letters[cells];

	// solve fills the empty cells and reports whether it could.
	bool solve() {
		unsigned used[3 * size] = {0}; // the letters that the givens put into each row, column and box, as bits
		cover.init();
		for (unsigned cell = 0; cell < cells; cell++) {
			if (letters[cell] == '-')
				continue;
			const ExactCover::Node *items = options[size * cell + (letters[cell] - 'A')];
			for (unsigned k = 0; k < 4; k++)
				if (!cover.settle(items[k]))
					return false;
			for (unsigned k = 0; k < 3; k++)
				used[units[cell][k]] |= 1u << (letters[cell] - 'A');
		}
		for (unsigned cell = 0; cell < cells; cell++) {
			if (letters[cell] != '-')
				continue;
			unsigned open = ~(used[units[cell][0]] | used[units[cell][1]] | used[units[cell][2]]) & ((1u << size) - 1);
			for (; open != 0; open &= open - 1)
				cover.addOption(options[size * cell + place[(open & (~open + 1)) % 19]]);
		}
		if (!cover.solve())
			return false;
		for (unsigned k = 0; k < cover.depth; k++) {
			unsigned x = cover.chosen[k];
			letters[cover.item[x]] = static_cast<char>('A' + cover.item[x + 1] % size);
		}
		return true;
	}
};

// A Reader reads puzzles, with any number of empty lines before, between and after them. The first error ends the program,
// with the answers so far.
class Reader {
public:
	explicit Reader(std::FILE *stream) : line(0), file(stream), length(0) {}

	// next reads a puzzle and reports whether there was one.
	bool next(Board &board) {
		for (unsigned row = 0; row < size;) {
			if (!read()) {
				if (row == 0)
					return false;
				std::fprintf(stderr, "line %lu: the input ends after %u of a puzzle's %u lines\n", line, row, size);
				std::exit(EXIT_FAILURE);
			}
			if (length == 0 && row == 0)
				continue;
			if (length != size) {
				std::fprintf(stderr, "line %lu: want %u characters, got %lu\n", line, size, length);
				std::exit(EXIT_FAILURE);
			}
			for (unsigned column = 0; column < size; column++) {
				unsigned char c = text[column];
				if (c != '-' && (c < 'A' || c > 'P')) {
					std::fprintf(stderr, "line %lu: want A to P or - in column %u, got ", line, column + 1);
					std::fprintf(stderr, c >= ' ' && c < 127 ? "'%c'\n" : "'\\x%02x'\n", c);
					std::exit(EXIT_FAILURE);
				}
			}
			std::memcpy(board.letters + row * size, text, size);
			row++;
		}
		return true;
	}

	unsigned long line; // number of the last line read

private:
	// read reads a line without the blanks around it, and reports whether there was one.
	bool read() {
		unsigned long blanks = 0; // that may be the last
		int c = std::getc(file);
		if (c != EOF)
			line++;
		bool any = c != EOF;
		for (length = 0; c != EOF && c != '\n'; c = std::getc(file)) {
			if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\x1a') { // Ctrl-Z ends old files
				if (length > 0)
					blanks++;
				continue;
			}
			for (; blanks > 0; blanks--)
				put(' ');
			put(c);
		}
		if (std::ferror(file)) {
			std::perror("standard input");
			std::exit(EXIT_FAILURE);
		}
		return any;
	}

	// put appends a character to the line, of which text holds the beginning.
	void put(int c) {
		if (length < size)
			text[length] = static_cast<char>(c);
		length++;
	}

	std::FILE *file;
	char text[size];
	unsigned long length; // of the line
};

int main() {
	list();
	Reader puzzles(stdin);
	Board board;
	for (unsigned long number = 1; puzzles.next(board); number++) {
		if (!board.solve()) {
			std::fprintf(stderr, "puzzle %lu, which ends in line %lu: the puzzle has no solution\n", number, puzzles.line);
			return EXIT_FAILURE;
		}
		if (number > 1)
			std::putchar('\n');
		for (unsigned row = 0; row < size; row++)
			std::printf("%.16s\n", board.letters + row * size);
	}
	if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
		std::perror("standard output");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
