// HDU 5046 Airport, https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Are K airports enough for every city to have one within d? With at most 60 cities, a word holds a set of cities as
// bits, or a set of sites: the cities where an airport may be. The word near[i] has the cities within d of city i:
// those that an airport in city i serves, and also the sites that serve city i. A node of the search drops superfluous
// cities and sites. If a lower bound is not above the number of airports left, it then tries the sites of a city with
// the fewest sites.
//
// The answer is 0 or the distance between two cities. Farthest-first placement finds a distance D that is enough, and
// at most twice the answer. A binary search over the few distances from D/2 to D finds the answer.
//
// This is C++98 with two additions of g++: words of 64 bits, and a function that finds the lowest bit of a word. It
// needs no long long: a distance, 4000000000 at most, fits an unsigned long of 32 bits.
//
// solutions/README.md explains this page. References: Knuth, The Art of Computer Programming 7.1.3, Bitwise Tricks and
// Techniques; T. Gonzalez, Clustering to Minimize the Maximum Intercluster Distance, 1985.
#include <algorithm>
#include <cctype>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <stdint.h>

const long maxCount = 2147483647; // the largest T and K; no array has this size
const int maxCities = 60;
const long maxCoord = ULONG_MAX / 4; // four times this, the greatest distance, fits an unsigned long

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

// count returns how many cities a set has.
inline int count(Set s) {
	const Set all = ~Set(0);
	s -= s >> 1 & all / 3; // how many of every two bits are set; below, of every four, and of every eight
	s = (s & all / 5) + (s >> 2 & all / 5);
	s = (s + (s >> 4)) & all / 17;
	return static_cast<int>(s * (all / 255) >> 56);
}

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
		const Set all = (Set(1) << n) - 1;
		while (low < high) {
			Pair *middle = low + (high - low) * 2 / 3; // the answer tends to be in the upper part
			std::nth_element(low, middle, high);
			Set before[maxCities];
			std::copy(near, near + n, before);
			for (Pair *pair = low; pair <= middle; pair++)
				join(pair->i, pair->j);
			if (search(all, all, k)) {
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
	// search reports whether k airports at these sites can serve the cities. Every call is a node of the search tree.
	bool search(Set cities, Set sites, int k) const {
		if (k == 1 && cities != 0) { // is there a site near all of them?
			for (; cities != 0 && sites != 0; cities &= cities - 1)
				sites &= near[lowest(cities)];
			return sites != 0;
		}
		for (Set rest = sites; rest != 0; rest &= rest - 1)
			if (common(near[lowest(rest)] & cities, sites) != (rest & -rest))
				sites &= ~(rest & -rest); // another site serves all cities that this one serves
		for (Set rest = cities; rest != 0; rest &= (rest - 1) & cities) {
			Set serving = near[lowest(rest)] & sites;
			if ((serving & (serving - 1)) != 0)
				cities &= ~common(serving, cities) | (rest & -rest); // every site of this city serves these
			else if (serving == 0 || k == 0)
				return false;
			else
				cities &= ~near[lowest(serving)], k--; // the only site for this city
		}
		const Set choices = fewest(cities, sites);
		Set rest = cities, serving = choices;
		for (int apart = 0; rest != 0; apart++) { // apart counts cities; no site serves two of them
			if (apart == k)
				return false;
			for (; serving != 0; serving &= serving - 1)
				rest &= ~near[lowest(serving)];
			serving = fewest(rest, sites);
		}
		if (cities == 0)
			return true;
		for (serving = choices; serving != 0; serving &= serving - 1) {
			sites &= ~(serving & -serving); // later branches come only after all covers with this site have failed
			if (search(cities & ~near[lowest(serving)], sites, k - 1))
				return true;
		}
		return false;
	}

	// common(others, among) returns the cities of among that are near all cities of others. There is always one or
	// more.
	Set common(Set others, Set among) const {
		for (; others != 0 && (among & (among - 1)) != 0; others &= others - 1)
			among &= near[lowest(others)];
		return among;
	}

	// fewest returns the sites of a city with the fewest sites.
	Set fewest(Set cities, Set sites) const {
		Set best = sites;
		for (int least = maxCities + 1; cities != 0; cities &= cities - 1) {
			Set serving = near[lowest(cities)] & sites;
			int served = count(serving);
			if (served < least)
				best = serving, least = served;
		}
		return best;
	}

	// join records that cities i and j are near each other.
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

	Set near[maxCities]; // of each city: all cities within the distance being tried, itself included
	Pair pairs[maxCities * maxCities / 2];
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
