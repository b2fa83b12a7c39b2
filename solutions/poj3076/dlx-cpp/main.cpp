// POJ 3076 and ZOJ 3122, Sudoku (16×16): http://poj.org/problem?id=3076 https://zoj.pintia.cn/problem-sets/91827364500/problems/91827367537
//
// Sudoku as an exact cover. The 1024 items are what a solved board has exactly once: a letter in each of the 256 cells,
// and each of the 16 letters in each row, in each column and in each box. Each of the 4096 options is a letter in a
// cell, and has four items. Items of givens are covered first; only options still possible are built. This is C++98.
//
// solutions/README.md explains this page. Reference: Knuth, The Art of Computer Programming, volume 4B, 7.2.2.1.
#include <cstdio>
#include <cstdlib>
#include <cstring>

const unsigned size = 16; // the number of rows, columns, boxes and letters
const unsigned cells = size * size;
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

	Node up[maxNodes], down[maxNodes];
	unsigned weight[items]; // of each item: 1 + how often it ran out of options
	Node failed[items];     // the items of weight 2 or more
	unsigned failedItems;   // how many there are
	Node saved[cells + 1][items]; // the sizes before each branch, by depth
	Node units[maxNodes], trail[maxNodes]; // stacks: items that had one option left; a node of each hidden option
	unsigned unit, hidden;                 // the lengths of units and trail
	int failures;                          // how many more failures are allowed before a restart
	unsigned nodes, wanted;                // how many nodes there are, with headers; how many options a solution has
};

ExactCover links; // too large for some stacks
ExactCover::Node options[size * cells][4]; // the items of each option
unsigned char place[19];                   // place[bit % 19] is the letter of that bit: all 16 remainders differ

// list fills the tables options and place.
void list() {
	for (unsigned letter = 0; letter < size; letter++)
		place[(1u << letter) % 19] = static_cast<unsigned char>(letter);
	for (unsigned cell = 0; cell < cells; cell++) {
		unsigned row = cell / size, column = cell % size;
		unsigned units[3] = {row, size + column, 2 * size + row / 4 * 4 + column / 4};
		for (unsigned letter = 0; letter < size; letter++) {
			ExactCover::Node *option = options[size * cell + letter];
			option[0] = static_cast<ExactCover::Node>(cell);
			for (unsigned k = 0; k < 3; k++)
				option[k + 1] = static_cast<ExactCover::Node>(cells + size * units[k] + letter);
		}
	}
}

// solve fills the empty cells of a board, row by row with '-' for an empty cell, and reports whether it could.
bool solve(char letters[cells]) {
	unsigned used[4 * size] = {0}; // used[i/size]: the given letters, as bits, in the row, column or box of item i
	links.init();
	unsigned empty = cells;
	for (unsigned cell = 0; cell < cells; cell++) {
		if (letters[cell] == '-')
			continue;
		const ExactCover::Node *option = options[size * cell + (letters[cell] - 'A')];
		for (unsigned k = 0; k < 4; k++) {
			if (links.size[option[k]] == covered)
				return false;
			links.size[option[k]] = covered;
			used[option[k] / size] |= 1u << (letters[cell] - 'A');
		}
		empty--;
	}
	for (unsigned cell = 0; cell < cells; cell++) {
		if (letters[cell] != '-')
			continue;
		const ExactCover::Node *option = options[size * cell];
		unsigned open = ~(used[option[1] / size] | used[option[2] / size] | used[option[3] / size]) & ((1u << size) - 1);
		for (; open != 0; open &= open - 1)
			links.addOption(options[size * cell + place[(open & (~open + 1)) % 19]]);
	}
	if (!links.solve(empty))
		return false;
	for (unsigned k = 0; k < links.depth; k++) {
		unsigned x = links.chosen[k];
		letters[links.item[x]] = static_cast<char>('A' + links.item[x + 1] % size);
	}
	return true;
}

// check ends the program, after the answers so far, if a word cannot be a row of a puzzle.
void check(const char *word, unsigned long row) {
	if (std::strlen(word) != size) {
		std::fprintf(stderr, "row %lu: want %u characters, got %lu\n", row, size,
			static_cast<unsigned long>(std::strlen(word)));
		std::exit(EXIT_FAILURE);
	}
	for (unsigned column = 0; column < size; column++) {
		unsigned char c = word[column];
		if (c != '-' && (c < 'A' || c > 'P')) {
			std::fprintf(stderr, "row %lu: want A to P or - in column %u, got ", row, column + 1);
			std::fprintf(stderr, c >= ' ' && c < 127 ? "'%c'\n" : "'\\x%02x'\n", c);
			std::exit(EXIT_FAILURE);
		}
	}
}

int main() {
	list();
	char word[size + 2], board[cells]; // a word that is too long is cut off after one character too many
	unsigned long rows = 0;
	while (std::scanf("%17s", word) == 1) {
		word[std::strcspn(word, "\x1a")] = '\0'; // Ctrl-Z ends old DOS files
		if (word[0] == '\0')
			continue;
		check(word, rows + 1);
		std::memcpy(board + rows % size * size, word, size);
		if (++rows % size != 0)
			continue;
		if (!solve(board)) {
			std::fprintf(stderr, "puzzle %lu has no solution\n", rows / size);
			return EXIT_FAILURE;
		}
		if (rows > size)
			std::putchar('\n');
		for (unsigned row = 0; row < size; row++)
			std::fwrite(board + row * size, 1, size, stdout), std::putchar('\n');
	}
	if (std::ferror(stdin)) {
		std::perror("standard input");
		return EXIT_FAILURE;
	}
	if (rows % size != 0) {
		std::fprintf(stderr, "puzzle %lu: the input ends after %lu of %u rows\n", rows / size + 1, rows % size, size);
		return EXIT_FAILURE;
	}
	if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
		std::perror("standard output");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
