package lab

import (
	"fmt"
	"regexp"
	"strings"

	"dlxjudge/judge/author/audit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/tell/terminal"
)

// mostRows is how many rows of a topic are listed of a problem, unless all are asked for.
const mostRows = 40

// openRows writes findings that nothing explains: a row for each group, so many of a topic unless all are asked for.
func openRows(out *terminal.Sheet, findings []audit.Finding, all bool) {
	rows, left := make(map[audit.Topic]int), make(map[audit.Topic]int)
	var order []audit.Topic
	for _, r := range audit.Rows(findings) {
		if rows[r.Topic]++; rows[r.Topic] > mostRows && !all {
			if left[r.Topic] == 0 {
				order = append(order, r.Topic)
			}
			left[r.Topic] += len(r.Findings)
			continue
		}
		out.Paragraph(8, legible.Line(fmt.Sprintf("      %s: %s: %s; %s", r.Topic, r.About, r.Message, r.Remedy)))
	}
	for _, topic := range order {
		out.Paragraph(8, fmt.Sprintf("      %s: and %d more; -v lists all", topic, left[topic]))
	}
}

// marks writes the lines that mark kinds of changes and mutants as meant, for those that are.
func marks(out *terminal.Sheet, findings []audit.Finding) {
	list := func(reason string, names []string) {
		for i, name := range names {
			names[i] = quoted(name)
		}
		out.Paragraph(4, legible.Line(fmt.Sprintf("  %s: [%s]", quoted(reason), strings.Join(names, ", "))))
	}
	var kinds, mutants []audit.Finding
	for _, f := range findings {
		switch {
		case f.Topic == audit.CheckerTopic && !f.Fault:
			kinds = append(kinds, f)
		case f.Topic == audit.MutantsTopic:
			mutants = append(mutants, f)
		}
	}
	if len(kinds) > 0 {
		out.Paragraph(8, "      for audit.yaml, what is meant of this, with the reason:")
		fmt.Fprintln(out, "checker:")
		for _, row := range audit.Rows(kinds) {
			about := row.About
			if len(row.Findings) > 1 {
				about = row.Findings[0].Group
			}
			list("SAY WHY: "+about, row.Abouts())
		}
	}
	if len(mutants) > 0 {
		out.Paragraph(8, "      for mutants.yaml, those that no test can catch, with the reason:")
		program := mutants[0].Program // an audit has mutants of one program
		fmt.Fprintln(out, legible.Line(quoted(program)+":"))
		var names []string
		for _, m := range mutants {
			names = append(names, strings.TrimPrefix(m.About, program+" "))
		}
		list("SAY WHY", names)
	}
}

// plain is a text that needs no quotes in YAML.
var plain = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./ -]*[A-Za-z0-9]$`)

// words are texts that YAML may take for no text.
var words = regexp.MustCompile(`^(?i:null|true|false|yes|no|on|off|nan|inf)$`)

// quoted is a text as YAML has it, in quotes if it needs them.
func quoted(text string) string {
	if plain.MatchString(text) && !words.MatchString(text) {
		return text
	}
	return fmt.Sprintf("%q", text)
}
