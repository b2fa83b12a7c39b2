// HDU 5046 Airport, https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Are K airports enough to have one within d of each city? This is a repeated cover: the N items are the cities, each
// to be served at least once. The options, at most N, are the same cities as sites of an airport, each with all cities
// within d of it. Superfluous cities and sites are left out. solutions/README.md explains this page.
//
// The answer is 0 or the distance of two cities. Farthest-first placement finds one that is enough, and at most twice
// the answer, so that few pairs of cities remain in doubt; sorted by distance, they are split until none is left.
//
// This is C++98 with what g++ adds to it: words of 64 bits, and a function that finds the lowest bit of one. There is
// no long long: a distance, 4000000000 at most, fits an unsigned long of 32 bits.
//
// References: Knuth, TAOCP 7.2.2.1; Gonzalez, Clustering to Minimize the Maximum Intercluster Distance.
#include <algorithm>
#include <cctype>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <stdint.h>

const long maxCount = 2147483647; // of cases and of airports, which are not array sizes
const int maxCities = 60;
const long maxCoord = ULONG_MAX / 4; // four times this, the greatest distance, fits an unsigned long

// A RepeatedCover is a set of items and a set of options, each option a few of the items. search reports whether a
// number of options, or fewer, cover every item. This is Knuth's Algorithm X for repeated cover: pick the item with the
// fewest options, try each of them, and search on. To choose an option is to cover its items, whose nodes leave their
// options. The options stay, since their other items may need them. A node that leaves a list keeps its own links. To
// uncover, the nodes return in the opposite order, each between the neighbours it had: the links dance. Added to this
// is a lower bound on the options still needed.
//
// Every node is in two circular lists. Item i has the node i for its header. The list up/down runs through the header
// and one node for every option that has the item. The list left/right runs through the nodes of an option, and for the
// headers through the items still to be covered and node 0, the root.
class RepeatedCover {
public:
	// init begins a new problem of items 1 to items that has no options yet.
	void init(int items) {
		for (int i = 0; i <= items; i++) {
			left[i] = i - 1, right[i] = i + 1;
			up[i] = down[i] = item[i] = i;
			size[i] = marked[i] = 0;
		}
		left[0] = items, right[items] = 0;
		nodes = items + 1;
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

	// search looks for a cover of at most limit options. If there is none, all links are again as they were. Every call
	// is a node of the search tree.
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
			for (int q = left[x]; q != x; q = left[q])
				uncover(q);
			uncover(x);
		}
		return false;
	}

private:
	// needed returns a lower bound on the options still to be chosen. It counts an item, marks all that share an option
	// with it, and goes on to the next item without a mark. So no option has two of the items counted, and each needs
	// its own. It begins with the item that has the fewest options, since that leaves the most without a mark.
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

	// cover takes the item of node q off the list of items to be covered and out of all options but q's own.
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
	int size[1 + maxItems];            // of each item: how many nodes are in its list
	unsigned long marked[1 + maxItems]; // of each item: the last round of needed that came to it
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

// lowest returns the first city of a set that is not empty.
inline int lowest(Set s) { return __builtin_ctzll(s); }

// A Plan holds the cities of a case, and which of them are near to each other.
class Plan {
public:
	City cities[maxCities];
	int n; // cities

	// solve returns the least d such that k airports serve every city within d.
	unsigned long solve(int k) {
		unsigned long enough = farthestFirst(k);
		Pair *low = pairs, *high = pairs; // between them: those whose distance may still be the answer
		for (int i = 0; i < n; i++) {
			near[i] = Set(1) << i;
			for (int j = 0; j < i; j++) {
				unsigned long d = cities[i].distance(cities[j]);
				if (d >= enough)
					continue;
				if (d < enough - d) {
					join(i, j); // nearer than any answer
				} else {
					high->distance = d, high->i = i, high->j = j;
					high++;
				}
			}
		}
		std::sort(low, high);
		while (low < high) {
			Pair *middle = low + (high - low) * 2 / 3; // the answer is rather near to enough
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
	// join records that cities i and j are near to each other.
	void join(int i, int j) { near[i] |= Set(1) << j, near[j] |= Set(1) << i; }

	// farthestFirst places k airports, each in the city that is farthest from those before. It returns the distance of
	// the next such city. It and the k airports are so far apart that no site serves two of them within less than half
	// of that.
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

	// build makes a cover problem of the cities, without what is superfluous: a site, if another serves all that it
	// does; a city, if it is served by every site that serves some other city. Leaving out one may make another
	// superfluous.
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

	// common returns the cities in among that are near to all others. There is always one, so the loop may end with
	// one.
	Set common(Set others, Set among) const {
		for (; others != 0 && (among & (among - 1)) != 0; others &= others - 1)
			among &= near[lowest(others)];
		return among;
	}

	Set near[maxCities]; // of each city: those within the distance that is being tried, itself among them
	Pair pairs[maxCities * maxCities / 2];
	RepeatedCover cover;
};

Plan plan; // too large for some stacks

long place; // the case that is read, 0 before the first

// next reads a character as getc does, but faster.
inline int next() {
	static unsigned char buffer[1 << 16];
	static size_t at, end;
	if (at == end)
		at = 0, end = std::fread(buffer, 1, sizeof buffer, stdin);
	return at < end ? buffer[at++] : EOF;
}

// number reads the next integer, which is called name and lies in low..high. An error ends the program, with the
// answers so far.
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
		long v = std::strtol(text, &end, 10); // what does not fit a long becomes the nearest that does
		// Ctrl-Z may follow the last: it ends old files.
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
		long k = std::min(number("K", 1, maxCount), static_cast<long>(plan.n)); // more are useless
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
