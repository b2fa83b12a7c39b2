// HDU 5046 Airport, https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Are K airports enough for every city to have one within d? This is a repeated cover. The N items are the cities, each
// to be covered at least once. An option is an airport in one of the cities: it covers (serves) all cities within d.
// Superfluous cities and sites are left out. solutions/README.md explains this page.
// The answer is 0 or the distance between two cities. Farthest-first placement finds a distance D that is enough, and
// at most twice the answer. A binary search over the few distances from D/2 to D finds the answer.
//
// This is C++98 with two additions of g++: words of 64 bits, and a function that finds the lowest bit of a word. It
// needs no long long: a distance, 4000000000 at most, fits an unsigned long of 32 bits.
//
// References: Knuth, TAOCP 7.2.2.1; Gonzalez, Clustering to Minimize the Maximum Intercluster Distance.
#include <algorithm>
#include <cctype>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <stdint.h>

const long maxCount = 2147483647; // the largest T and K; no array has this size
const int maxCities = 60;
const long maxCoord = ULONG_MAX / 4; // four times this, the greatest distance, fits an unsigned long

// A RepeatedCover has items, and options that have a few items each. search(limit) reports whether limit options can
// cover every item: pick the item with the fewest options, try each of its options, and search on. Choosing an option
// covers its items: their nodes leave all other options. Those options stay, since they may still cover other items. A
// node that leaves a list keeps its own links. Uncovering returns the nodes in the opposite order, each between its old
// neighbours: the links dance. Knuth's paper has exact cover only. This form, and its lower bound on the number of
// options still needed, are folklore of programming contests.
//
// Every node is in two circular lists. Node i is the header of item i. The links up and down join the header and one
// node for every option that has the item. The links left and right join the nodes of an option, or the root (node 0)
// and the headers of all uncovered items.
class RepeatedCover {
public:
	// init begins a new problem without options. Items are numbered from 1.
	void init(int items) {
		for (int i = 0; i <= items; i++) {
			left[i] = i - 1, right[i] = i + 1;
			up[i] = down[i] = item[i] = i;
			size[i] = marked[i] = 0;
		}
		left[0] = items, right[items] = 0, nodes = items + 1;
		round = 0;
	}

	// addOption adds an option of one or more different items.
	void addOption(const int items[], int count) {
		int first = nodes;
		for (int n = 0; n < count; n++) {
			int i = items[n], x = nodes++;
			left[x] = x - 1, right[x] = x + 1, up[x] = up[i], down[x] = i;
			down[up[i]] = x, up[i] = x;
			item[x] = i;
			size[i]++;
		}
		left[first] = nodes - 1, right[nodes - 1] = first;
	}

	// search looks for a cover of limit options or fewer, and reports whether there is one. If not, it restores all
	// links. Every call is a node of the search tree.
	bool search(int limit) {
		if (right[0] == 0)
			return true; // nothing is left to cover
		int best = right[0];
		for (int i = right[best]; i != 0; i = right[i])
			if (size[i] < size[best])
				best = i;
		if (needed(best) > limit)
			return false;
		for (int x = down[best]; x != best; x = down[x]) {
			cover(x);
			for (int q = right[x]; q != x; q = right[q])
				cover(q);
			if (search(limit - 1))
				return true;
			for (int q = left[x]; q != x; q = left[q]) {
				uncover(q);
				down[up[q]] = down[q], up[down[q]] = up[q]; // x is not tried again with later options
				size[item[q]]--;
			}
			uncover(x);
		}
		for (int x = up[best]; x != best; x = up[x])
			for (int q = right[x]; q != x; q = right[q]) {
				down[up[q]] = up[down[q]] = q;
				size[item[q]]++;
			}
		return false;
	}

private:
	// needed returns a lower bound on the number of options still to be chosen. It counts an item, marks all items that
	// share an option with it, and goes on to the next unmarked item. No option has two counted items, so each counted
	// item needs its own. It starts with fewest, the item with the fewest options, which tends to leave the most items
	// unmarked.
	int needed(int fewest) {
		int count = 0, i = fewest;
		marked[0] = ++round; // the root is not an item
		do {
			if (marked[i] != round) {
				count++;
				for (int x = down[i]; x != i; x = down[x])
					for (int q = right[x]; q != x; q = right[q])
						marked[item[q]] = round;
			}
			i = right[i];
		} while (i != fewest);
		return count;
	}

	// cover takes the item of node q off the list of uncovered items, and out of all options except that of q.
	void cover(int q) {
		for (int p = down[q]; p != q; p = down[p])
			right[left[p]] = right[p], left[right[p]] = left[p];
	}

	// uncover undoes cover.
	void uncover(int q) {
		for (int p = up[q]; p != q; p = up[p])
			right[left[p]] = p, left[right[p]] = p;
	}

	enum { maxItems = maxCities, maxEntries = maxCities * maxCities };

	int left[1 + maxItems + maxEntries], right[1 + maxItems + maxEntries];
	int up[1 + maxItems + maxEntries], down[1 + maxItems + maxEntries];
	int item[1 + maxItems + maxEntries]; // of each node
	int size[1 + maxItems];            // of each item: how many options have it
	unsigned long marked[1 + maxItems]; // of each item: the value of round at its last mark
	unsigned long round;
	int nodes;
};

struct City {
	long x, y;

	unsigned long distance(const City &b) const {
		unsigned long dx = std::abs(x - b.x), dy = std::abs(y - b.y);
		return dx + dy;
	}
};

// A Pair is two different cities.
struct Pair {
	unsigned long distance;
	int i, j;

	bool operator<(const Pair &b) const { return distance < b.distance; }
};

typedef uint64_t Set; // of cities

// lowest returns the first city of a non-empty set.
inline int lowest(Set s) { return __builtin_ctzll(s); }

// A Plan holds the cities of a case, and which of them are near each other.
class Plan {
public:
	City cities[maxCities];
	int n; // how many cities

	// solve returns the least d such that k airports serve every city within d.
	unsigned long solve(int k) {
		unsigned long enough = farthestFirst(k);
		Pair *low = pairs, *high = pairs; // between them: the pairs whose distance may still be the answer
		for (int i = 0; i < n; i++) {
			near[i] = Set(1) << i;
			for (int j = 0; j < i; j++) {
				unsigned long d = cities[i].distance(cities[j]);
				if (d >= enough)
					continue;
				if (d < enough - d) {
					join(i, j); // nearer than the answer, which is enough/2 or more
				} else {
					high->distance = d, high->i = i, high->j = j;
					high++;
				}
			}
		}
		std::sort(low, high);
		while (low < high) {
			Pair *middle = low + (high - low) * 2 / 3; // the answer tends to be in the upper part
			Set before[maxCities];
			std::copy(near, near + n, before);
			for (Pair *pair = low; pair <= middle; pair++)
				join(pair->i, pair->j);
			build();
			if (cover.search(k)) {
				enough = middle->distance;
				high = middle;
				std::copy(before, before + n, near);
			} else {
				low = middle + 1;
			}
		}
		return enough;
	}

private:
	void join(int i, int j) { near[i] |= Set(1) << j, near[j] |= Set(1) << i; }

	// farthestFirst places k airports, each in the city that is farthest from the earlier airports. It returns the
	// distance D of the next such city. These k+1 cities are at least D apart: no site is less than D/2 from two of
	// them.
	unsigned long farthestFirst(int k) const {
		unsigned long nearest[maxCities]; // of each city: the distance to the nearest airport
		std::fill(nearest, nearest + n, ULONG_MAX);
		int far = 0;
		for (; k > 0; k--) {
			const City &site = cities[far];
			for (int i = 0; i < n; i++) {
				nearest[i] = std::min(nearest[i], cities[i].distance(site));
				if (i == 0 || nearest[i] > nearest[far])
					far = i;
			}
		}
		return nearest[far];
	}

	// build makes a cover problem of the cities, without superfluous ones. A site is superfluous if another site serves
	// all its cities. A city is superfluous if all sites of some other city serve it, too. Each removal may allow more,
	// so build repeats.
	void build() {
		Set items = (Set(1) << n) - 1, sites = items, oldItems = 0, oldSites = 0;
		while (items != oldItems || sites != oldSites) {
			oldItems = items, oldSites = sites;
			for (Set rest = sites; rest != 0; rest &= rest - 1)
				if (common(near[lowest(rest)] & items, sites) != (rest & -rest))
					sites &= ~(rest & -rest);
			for (Set rest = items; rest != 0; rest &= (rest - 1) & items)
				items &= ~common(near[lowest(rest)] & sites, items) | (rest & -rest);
		}
		int number[maxCities], numbers = 0;
		for (Set rest = items; rest != 0; rest &= rest - 1)
			number[lowest(rest)] = ++numbers;
		cover.init(numbers);
		for (; sites != 0; sites &= sites - 1) {
			int option[maxCities], count = 0;
			for (Set rest = near[lowest(sites)] & items; rest != 0; rest &= rest - 1)
				option[count++] = number[lowest(rest)];
			cover.addOption(option, count);
		}
	}

	// common(others, among) returns the cities of among that are near all cities of others. There is always one or
	// more.
	Set common(Set others, Set among) const {
		for (; others != 0 && (among & (among - 1)) != 0; others &= others - 1)
			among &= near[lowest(others)];
		return among;
	}

	Set near[maxCities]; // of each city: all cities within the distance being tried, itself included
	Pair pairs[maxCities * maxCities / 2];
	RepeatedCover cover;
};

Plan plan; // too large for some stacks

long place; // the number of the case that is being read; 0 before the first case

// next reads a character as getc does, but faster.
inline int next() {
	static unsigned char buffer[1 << 16];
	static size_t at, end;
	if (at == end)
		at = 0, end = std::fread(buffer, 1, sizeof buffer, stdin);
	return at < end ? buffer[at++] : EOF;
}

// number reads the next integer, which must lie in low..high. An error ends the program after the answers so far. Its
// message uses the name.
long number(const char *name, long low, long high) {
	char text[100];
	int length = 0, c = next();
	while (std::isspace(c))
		c = next();
	for (; c != EOF && !std::isspace(c) && length < 99; c = next())
		text[length++] = static_cast<char>(c);
	text[length] = 0;
	if (length > 0) {
		char *end;
		long v = std::strtol(text, &end, 10); // a number too large for a long becomes the nearest long
		// Ctrl-Z, which ends old DOS files, may follow the last number.
		if (end != text && end + (*end == '\x1a') == text + length && low <= v && v <= high)
			return v;
	}
	if (place > 0)
		std::fprintf(stderr, "case %ld: ", place);
	if (std::ferror(stdin)) {
		std::perror("standard input");
	} else if (length == 0) {
		std::fprintf(stderr, "the input ends where %s should be\n", name);
	} else {
		std::fprintf(stderr, "%s is \"", name);
		for (int i = 0; i < length && i < 20; i++)
			std::fprintf(stderr, std::isprint(text[i] & 255) ? "%c" : "\\x%02x", text[i] & 255);
		std::fprintf(stderr, "\", not an integer from %ld to %ld\n", low, high);
	}
	std::exit(EXIT_FAILURE);
}

int main() {
	long cases = number("T", 0, maxCount);
	for (place = 1; place <= cases; place++) {
		plan.n = static_cast<int>(number("N", 1, maxCities));
		long k = std::min(number("K", 1, maxCount), static_cast<long>(plan.n)); // more airports are useless
		for (int i = 0; i < plan.n; i++) {
			plan.cities[i].x = number("x", -maxCoord, maxCoord);
			plan.cities[i].y = number("y", -maxCoord, maxCoord);
		}
		std::printf("Case #%ld: %lu\n", place, plan.solve(static_cast<int>(k)));
	}
	if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
		std::perror("standard output");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
