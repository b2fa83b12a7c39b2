package strictyaml

import (
	"slices"
	"strings"
)

// Suggest returns at most three likely corrections of a misspelt word, sorted. They are the known words at the smallest
// edit distance, if this distance is at most one plus a third of the word's length. If no known word is that near, they
// are the known words that contain the misspelt word. Case does not matter. The misspelt word itself is never among
// them.
func Suggest(written string, known []string) []string {
	const most, shortest = 3, 3 // maximum number of corrections; minimum length of a word to look for in known words
	lower := strings.ToLower(written)
	limit := 1 + len(written)/3
	var near, containing []string
	for _, word := range slices.Compact(slices.Sorted(slices.Values(known))) {
		switch d := editDistance(lower, strings.ToLower(word)); {
		case word == written: // no correction
			continue
		case d < limit:
			limit, near = d, []string{word}
		case d == limit:
			near = append(near, word)
		}
		if len(written) >= shortest && strings.Contains(strings.ToLower(word), lower) {
			containing = append(containing, word)
		}
	}
	if len(near) == 0 {
		near = containing
	}
	return near[:min(len(near), most)]
}

// Misspelt reports whether a word is within a few edits of a known word: one edit, plus one for every six letters of
// the word. Suggest allows more edits.
func Misspelt(written string, known []string) bool {
	limit := 1 + len(written)/6
	return slices.ContainsFunc(known, func(word string) bool {
		return word != written && editDistance(strings.ToLower(written), strings.ToLower(word)) <= limit
	})
}

// DidYouMean returns " (did you mean x?)" for the words that Suggest finds, "" if there are none.
func DidYouMean(written string, known []string) string {
	near := Suggest(written, known)
	if len(near) == 0 {
		return ""
	}
	return " (did you mean " + or(near) + "?)"
}

// Instead returns the end of a message about an unknown name: "; did you mean poj3074?" or, if no known name is near,
// "; there are dlx, links".
func Instead(written string, known []string) string {
	switch near := Suggest(written, known); {
	case len(near) > 0:
		return "; did you mean " + or(near) + "?"
	case len(known) == 0:
		return "; there are none"
	case len(known) == 1:
		return "; there is only " + known[0]
	}
	return "; there are " + strings.Join(known, ", ")
}

// or joins words as alternatives: "a", "a or b", "a, b or c".
func or(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// editDistance returns the Levenshtein distance of two words, in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
