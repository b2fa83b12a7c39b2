// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Sudoku as an exact cover. The 324 items are what a solved board has exactly once: a digit in each of the 81 cells,
// and each of the 9 digits in each row, in each column and in each box. Each of the 729 options is a digit in a cell,
// and has four items. Items of givens are covered before the search, and only options still possible are built. This is
// C++98.
//
// solutions/README.md explains this page. Reference: Knuth, The Art of Computer Programming, volume 4B, 7.2.2.1.
#include <cstdio>
#include <cstdlib>
#include <cstring>

const unsigned size = 9; // the number of rows, columns, boxes and digits
const unsigned cells = size * size;
const unsigned allDigits = (1 << size) - 1;
const unsigned items = 4 * cells;
const unsigned maxNodes = items + 4 * size * cells;
const unsigned covered = 1 << 14; // more than any item's number of options

// An ExactCover has items, and options of four items each. solve chooses options so that every item is in exactly one
// chosen option. This is Knuth's Algorithm X: pick an item, try each of its options, and search on. Choosing an option
// covers its items and hides all other options that share an item with it. A hidden option stays only in the list of
// the shared item; its other nodes keep their links. Uncovering returns them in reverse order, each between its old
// neighbours: the links dance. Three ideas are added. Before each branch, unit propagation covers items with one option
// left. Weights make the search branch on items where it failed before (dom/wdeg: Boussemart et al., Boosting
// systematic search by weighting constraints, 2004). The search restarts after more failures each time (Walsh, Search
// in a small world, 1999): a bad first choice can take long to disprove.
//
// Node i is the header of item i. Links up and down join it, in a circle, to one node of each option that has the item.
// An option has four consecutive nodes, the first a multiple of four, so x shares its option with x^1, x^2 and x^3.
class ExactCover {
public:
	typedef unsigned short Node;

	Node item[maxNodes];
	Node size[items];   // of each item: how many options it has left, + 1<<14 if it is covered
	Node chosen[cells]; // the first node of each chosen option
	unsigned depth;     // how many options are chosen

	// init begins a new problem without options.
	void init() {
		nodes = items;
		for (unsigned i = 0; i < items; i++) {
			up[i] = down[i] = static_cast<Node>(i);
			size[i] = 0;
			weight[i] = 1;
		}
		unit = hidden = depth = failedItems = 0;
	}

	// addOption adds an option of four different items.
	void addOption(const Node option[4]) {
		link(static_cast<Node>(nodes++), option[0]);
		link(static_cast<Node>(nodes++), option[1]);
		link(static_cast<Node>(nodes++), option[2]);
		link(static_cast<Node>(nodes++), option[3]);
	}

	// solve looks for a solution with this number of options. If there is none, it restores all links.
	bool solve(unsigned options) {
		wanted = options;
		for (int limit = 1000;; limit += limit / 2) {
			failures = limit;
			std::memcpy(saved[0], size, sizeof size);
			for (unsigned i = 0; i < items; i++)
				if (size[i] <= 1)
					units[unit++] = static_cast<Node>(i);
			if (propagate() && search())
				return true;
			uncover(0, 0);
			if (failures >= 0)
				return false;
		}
	}

private:
	// link puts node x at the end of item i's list.
	void link(Node x, Node i) {
		item[x] = i, up[x] = up[i], down[x] = i;
		down[up[i]] = x, up[i] = x, size[i]++;
	}

	// search covers the item with the fewest options relative to its weight, then the remaining items, and reports
	// whether it could. Each call is a node of the search tree.
	bool search() {
		if (depth == wanted)
			return true;
		unsigned found = 0, least = covered, best = 1;
		for (unsigned k = 0; k < failedItems; k++) {
			unsigned i = failed[k];
			if (size[i] * best < least * weight[i] && size[i] < covered)
				least = size[i], best = weight[i], found = i;
		}
		// If an item's ratio is at most 2, none of the others is better: they have weight 1, and two options or more.
		for (unsigned i = 0; i < items && least > 2 * best; i++)
			if (size[i] * best < least)
				least = size[i], best = 1, found = i;
		unsigned oldHidden = hidden, oldDepth = depth;
		std::memcpy(saved[depth], size, sizeof size);
		for (unsigned x = down[found]; x != found && failures >= 0; x = down[x]) {
			if (cover(x) && propagate() && search())
				return true;
			uncover(oldHidden, oldDepth);
			failures--;
		}
		return false;
	}

	// propagate covers items with one option left until no such item remains. It reports false if an item has no
	// options.
	bool propagate() {
		while (unit > 0) {
			Node i = units[--unit];
			if (size[i] == 0 || (size[i] == 1 && !cover(down[i]))) {
				unit = 0;
				return false;
			}
		}
		return true;
	}

	// cover chooses the option of node x, covers its items, and hides the other options in the lists of these items. If
	// an item runs out of options, cover stops and reports false.
	bool cover(unsigned x) {
		x &= ~3u;
		chosen[depth++] = static_cast<Node>(x);
		for (unsigned k = 0; k < 4; k++)
			size[item[x + k]] = static_cast<Node>(size[item[x + k]] + covered);
		unsigned h = hidden, u = unit; // copies that stay in registers
		for (unsigned k = 0; k < 4; k++) {
			unsigned i = item[x + k];
			for (unsigned p = down[i]; p != i; p = down[p]) {
				trail[h++] = static_cast<Node>(p);
				unsigned a = hide(p ^ 1, u), b = hide(p ^ 2, u), c = hide(p ^ 3, u);
				if (a == 0 || b == 0 || c == 0) {
					hidden = h, unit = 0;
					addWeight(p);
					return false;
				}
			}
		}
		hidden = h, unit = u;
		return true;
	}

	// hide unlinks node x from its item's list and returns the list's size. If this is 1, it adds the item to units.
	unsigned hide(unsigned x, unsigned &length) {
		Node u = up[x], d = down[x], i = item[x];
		down[u] = d, up[d] = u;
		unsigned left = --size[i];
		units[length] = i; // written even if left is not 1: faster than a branch
		length += left == 1;
		return left;
	}

	// addWeight raises the weight of each item that ran out of options when cover hid the option of node p.
	void addWeight(unsigned p) {
		for (unsigned k = 1; k < 4; k++) {
			Node i = item[p ^ k];
			if (size[i] == 0 && ++weight[i] == 2)
				failed[failedItems++] = i;
		}
	}

	// uncover goes back to when trail and chosen had the lengths oldHidden and oldDepth.
	void uncover(unsigned oldHidden, unsigned oldDepth) {
		depth = oldDepth;
		std::memcpy(size, saved[depth], sizeof size);
		while (hidden > oldHidden) {
			Node p = trail[--hidden], a = p ^ 1, b = p ^ 2, c = p ^ 3;
			down[up[c]] = up[down[c]] = c;
			down[up[b]] = up[down[b]] = b;
			down[up[a]] = up[down[a]] = a;
		}
	}

	Node saved[cells + 1][items]; // the sizes before each branch, by depth; after the links, it would slow them down
	Node up[maxNodes], down[maxNodes];
	unsigned weight[items]; // of each item: 1 + how often it ran out of options
	Node failed[items];     // the items of weight 2 or more
	unsigned failedItems;   // how many there are
	Node units[maxNodes], trail[maxNodes]; // stacks: items that had one option left; a node of each hidden option
	unsigned unit, hidden;                 // the lengths of units and trail
	int failures;                          // how many more failures are allowed before a restart
	unsigned nodes, wanted;                // how many nodes there are, with headers; how many options a solution has
};

ExactCover links; // too large for some stacks
ExactCover::Node options[size * cells][4]; // the items of each option
unsigned char place[11];                   // place[bit % 11] is the digit of that bit: all nine remainders differ

// list fills the tables options and place.
void list() {
	for (unsigned digit = 0; digit < size; digit++)
		place[(1u << digit) % 11] = static_cast<unsigned char>(digit);
	for (unsigned cell = 0; cell < cells; cell++) {
		unsigned row = cell / size, column = cell % size;
		unsigned units[3] = {row, size + column, 2 * size + row / 3 * 3 + column / 3};
		for (unsigned digit = 0; digit < size; digit++) {
			ExactCover::Node *option = options[size * cell + digit];
			option[0] = static_cast<ExactCover::Node>(cell);
			for (unsigned k = 0; k < 3; k++)
				option[k + 1] = static_cast<ExactCover::Node>(cells + size * units[k] + digit);
		}
	}
}

// A Line is a line of the input without the blanks around it: a puzzle, row by row, with '.' for an empty cell.
class Line {
public:
	unsigned long number; // of this line, from 1 on
	char text[cells + 1]; // the beginning of the line
	unsigned long length; // of the whole line

	Line() : number(0), length(0) {}

	// read reads the next line and reports whether there was one.
	bool read(std::FILE *file) {
		unsigned long blanks = 0; // blanks read but not yet put, since they may end the line
		int c = std::getc(file);
		bool any = c != EOF;
		number++;
		for (length = 0; c != EOF && c != '\n'; c = std::getc(file)) {
			if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\x1a') { // Ctrl-Z ends DOS files
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
		text[length < cells ? length : cells] = 0;
		return any;
	}

	// solve fills the empty cells, or ends the program with the reason why it cannot.
	void solve() {
		if (length != cells) {
			std::fprintf(stderr, "line %lu: want %u characters, got %lu\n", number, cells, length);
			std::exit(EXIT_FAILURE);
		}
		unsigned used[4 * size] = {0}; // used[i/size]: the given digits, as bits, in the row, column or box of item i
		links.init();
		unsigned empty = cells;
		for (unsigned cell = 0; cell < cells; cell++) {
			unsigned char given = text[cell];
			if (given == '.')
				continue;
			if (given < '1' || given > '9') {
				std::fprintf(stderr, "line %lu: want 1 to 9 or a dot in column %u, got ", number, cell + 1);
				std::fprintf(stderr, given >= ' ' && given < 127 ? "'%c'\n" : "'\\x%02x'\n", given);
				std::exit(EXIT_FAILURE);
			}
			const ExactCover::Node *option = options[size * cell + (given - '1')];
			for (unsigned k = 0; k < 4; k++) {
				if (links.size[option[k]] == covered)
					fail();
				links.size[option[k]] = covered;
				used[option[k] / size] |= 1u << (given - '1');
			}
			empty--;
		}
		for (unsigned cell = 0; cell < cells; cell++) {
			if (text[cell] != '.')
				continue;
			const ExactCover::Node *option = options[size * cell];
			unsigned open = ~(used[option[1] / size] | used[option[2] / size] | used[option[3] / size]) & allDigits;
			for (; open != 0; open &= open - 1)
				links.addOption(options[size * cell + place[(open & (~open + 1)) % 11]]);
		}
		if (!links.solve(empty))
			fail();
		for (unsigned k = 0; k < links.depth; k++) {
			unsigned x = links.chosen[k];
			text[links.item[x]] = static_cast<char>('1' + links.item[x + 1] % size);
		}
	}

private:
	// put appends a character to the line.
	void put(int c) {
		if (length < cells)
			text[length] = static_cast<char>(c);
		length++;
	}

	void fail() const {
		std::fprintf(stderr, "line %lu: the puzzle has no solution\n", number);
		std::exit(EXIT_FAILURE);
	}
};

int main() {
	list();
	Line line;
	while (line.read(stdin) && !(line.length == 3 && std::strcmp(line.text, "end") == 0)) {
		if (line.length == 0)
			continue;
		line.solve();
		std::puts(line.text);
	}
	if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
		std::perror("standard output");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
