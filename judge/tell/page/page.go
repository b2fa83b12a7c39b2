// Package page writes results as a self-contained HTML page. The page needs no server, no network and no other file.
//
//	p := page.Page{Results: results, Input: page.Beginning}
//	err := p.Write(file)
//
// Texts from programs and packages are never markup: html/template escapes them, and the Content Security Policy allows
// only the page's own script.
package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/figures"
)

// Page holds what a page shows.
type Page struct {
	Results grade.Results
	Input   func(path string) string // returns the beginning of an input; "" if it cannot be read
	Of      string                   // name of the judged checkout or package; "" if unknown
	Date    time.Time                // when the checkout or package was judged; zero if unknown
}

//go:embed page.html
var markup string

//go:embed page.css
var style string

//go:embed page.js
var script string

var layout = template.Must(template.New("page").Funcs(template.FuncMap{"breakable": breakable}).Parse(markup))

// breakable returns a name as HTML in which a browser may break the line after each _ and /.
func breakable(name string) template.HTML {
	return template.HTML(strings.NewReplacer("_", "_<wbr>", "/", "/<wbr>").Replace(template.HTMLEscapeString(name)))
}

// view is the data of the template.
type view struct {
	Title      string
	Headline   string
	Facts      []string
	Unexpected int
	Total      int
	Scored     bool // whether any submission has a score
	Problems   []matrix
	Failures   []failure
	LeftOut    int // number of failures that are only in the tables
	Letters    []letter
	Style      template.CSS
	Script     template.JS
	Policy     string
}

// Write writes the page. It returns a SizeError if there are too many results.
func (p Page) Write(w io.Writer) error {
	hash := sha256.Sum256([]byte(script))
	v := view{
		Title: p.title(), Headline: headline(p.Results), Facts: append(p.origin(), facts(p.Results)...),
		Unexpected: p.Results.Unexpected(), Total: len(p.Results.Submissions),
		Letters: letters, Style: template.CSS(style), Script: template.JS(script),
		Policy: fmt.Sprintf("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-%s'",
			base64.StdEncoding.EncodeToString(hash[:])),
	}
	shown := make(map[place]string)
	v.Failures, v.LeftOut = failures(p, shown)
	var err error
	if v.Problems, err = matrices(p.Results, shown); err != nil {
		return err
	}
	v.Scored = slices.ContainsFunc(v.Problems, func(m matrix) bool { return m.Scored })
	return layout.Execute(w, v)
}

// title returns the title of the page: what was judged, when, and the outcome.
func (p Page) title() string { return strings.Join(append(p.origin(), headline(p.Results)), ", ") }

// origin returns what was judged, and when.
func (p Page) origin() (parts []string) {
	if p.Of != "" {
		parts = append(parts, legible.Line(p.Of))
	}
	if !p.Date.IsZero() {
		parts = append(parts, p.Date.Format("2006-01-02 15:04"))
	}
	return parts
}

func headline(r grade.Results) string {
	tests := 0
	for _, s := range r.Submissions {
		tests += s.Run()
	}
	// Keep the last number and its word on one line on a phone.
	line := fmt.Sprintf("%s, %s, %d\u00a0unexpected", figures.Plural(len(r.Submissions), "submission"),
		figures.Plural(tests, "test"), r.Unexpected())
	if r.Interrupted {
		line = "Interrupted: " + line
	}
	return line
}

// facts says where the results come from, and how they were measured.
func facts(r grade.Results) []string {
	var all []string
	if r.Commit != "" {
		commit := "commit " + legible.Line(r.Commit[:min(len(r.Commit), 12)])
		if r.Dirty {
			commit += " with changes"
		}
		all = append(all, commit)
	}
	if p := r.Part; p != nil {
		all = append(all, fmt.Sprintf("shard %d of %d: %d of %s", p.Index, p.Count, len(r.Submissions),
			figures.Plural(p.Submissions, "submission")))
	}
	return append(all,
		fmt.Sprintf("judged in %.1f s, %s side by side", r.Elapsed.Seconds(), figures.Plural(r.Jobs, "test")),
		legible.Line(fmt.Sprintf("%s backend: %s", r.Backend, r.Measures)))
}
