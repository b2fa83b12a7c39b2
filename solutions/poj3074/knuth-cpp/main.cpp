// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Algorithm X with dancing links, and no more: Knuth, Dancing Links, Millennial Perspectives in Computer Science, 2000.
// The 324 items are what a solved board has exactly once: a digit in each cell, and each digit in each row, column and
// box. An option is a digit in a cell: a filled cell has one option, an empty cell nine.
//
// This is the Go page "knuth" in C++98, step by step. See solutions/README.md.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

const int cells = 81;
const int items = 4 * cells;
const int capacity = items + 1 + 4 * 9 * cells; // nodes: the items, the root, and four for each option

// An ExactCover has items, and options of four items each. Algorithm X chooses options so that every item is in exactly
// one chosen option. Node i is item i; after the items come the root and four nodes for each option. All lists are
// circular. Links left and right join the root and the uncovered items, or the nodes of an option. Links up and down
// join an item and its nodes.
class ExactCover {
public:
	std::vector<int> chosen; // the options of the solution, as numbers

	// init begins a new problem. The array options has four items for each option.
	void init(const std::vector<int> &options) {
		chosen.clear();
		for (int i = 0; i <= items; i++)
			left[i] = i - 1, right[i] = i + 1, up[i] = down[i] = i, size[i] = 0;
		left[0] = items, right[items] = 0;
		for (int k = 0; k < static_cast<int>(options.size()); k++) {
			int i = options[k], x = root + 1 + k, first = root + 1 + k / 4 * 4;
			left[x] = first + (k + 3) % 4, right[x] = first + (k + 1) % 4;
			up[x] = up[i], down[x] = i;
			down[up[i]] = x, up[i] = x;
			item[x] = i, option[x] = k / 4;
			size[i]++;
		}
	}

	// search covers the remaining items, and reports whether it could. Each call is a node of the search tree.
	bool search() {
		int i = right[root];
		if (i == root)
			return true;
		for (int j = i; j != root; j = right[j])
			if (size[j] < size[i])
				i = j; // the first item with the fewest options
		cover(i);
		for (int x = down[i]; x != i; x = down[x]) {
			for (int p = right[x]; p != x; p = right[p])
				cover(item[p]);
			if (search()) {
				chosen.push_back(option[x]);
				return true;
			}
			for (int p = left[x]; p != x; p = left[p])
				uncover(item[p]);
		}
		uncover(i);
		return false;
	}

private:
	enum { root = items };

	// cover takes item i off the list of items, and each option with item i out of the lists of its other three items.
	void cover(int i) {
		right[left[i]] = right[i], left[right[i]] = left[i];
		for (int p = down[i]; p != i; p = down[p])
			for (int q = right[p]; q != p; q = right[q]) {
				down[up[q]] = down[q], up[down[q]] = up[q];
				size[item[q]]--;
			}
	}

	// uncover undoes cover in reverse order. A node that left a list kept its own links, so it returns to its place.
	void uncover(int i) {
		for (int p = up[i]; p != i; p = up[p])
			for (int q = left[p]; q != p; q = left[q]) {
				size[item[q]]++;
				down[up[q]] = q, up[down[q]] = q;
			}
		right[left[i]] = i, left[right[i]] = i;
	}

	int left[capacity], right[capacity], up[capacity], down[capacity];
	int item[capacity], option[capacity], size[capacity]; // of a node: item, option; of an item: how many options
};

ExactCover links;

// solve fills the empty cells of a board, if possible. A character other than a dot and 1 to 9 gets no option.
bool solve(std::string &board) {
	std::vector<int> options;
	for (int cell = 0; cell < cells; cell++) {
		int row = cell / 9, column = cell % 9, box = cell / 27 * 3 + cell % 9 / 3;
		for (int digit = 0; digit < 9; digit++) {
			if (board[cell] != '.' && board[cell] != '1' + digit)
				continue;
			options.push_back(cell);
			options.push_back(cells + 9 * row + digit);
			options.push_back(2 * cells + 9 * column + digit);
			options.push_back(3 * cells + 9 * box + digit);
		}
	}
	links.init(options);
	bool found = links.search();
	for (std::size_t k = 0; k < links.chosen.size(); k++) {
		int first = 4 * links.chosen[k]; // the option's first two items: the cell, the digit in the row
		board[options[first]] = static_cast<char>('1' + options[first + 1] % 9);
	}
	return found;
}

// trimmed returns the line without the blanks at its ends. Ctrl-Z, which ends old DOS files, counts as a blank.
std::string trimmed(const std::string &line) {
	const char *blanks = " \t\v\f\r\x1a";
	std::size_t first = line.find_first_not_of(blanks);
	return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(blanks) + 1 - first);
}

// main reads puzzles, one a line, up to the line "end", and writes the solved boards, one a line.
int main() {
	std::ios::sync_with_stdio(false);
	std::string line;
	for (unsigned long number = 1; std::getline(std::cin, line); number++) {
		std::string board = trimmed(line);
		if (board == "end")
			break;
		if (board.empty())
			continue;
		if (board.size() != cells) {
			std::cout.flush();
			std::cerr << "line " << number << ": want 81 characters, got " << board.size() << "\n";
			return EXIT_FAILURE;
		}
		if (!solve(board)) {
			std::cout.flush();
			std::cerr << "line " << number << ": the puzzle has no solution\n";
			return EXIT_FAILURE;
		}
		std::cout << board << "\n";
	}
	if (std::cin.bad() || !std::cout.flush()) {
		std::cerr << "standard input or output failed\n";
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
