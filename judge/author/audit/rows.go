package audit

import (
	"fmt"
	"strings"
)

// Row is what is said of a finding, or of all those of one group.
type Row struct {
	Topic                  Topic
	About, Message, Remedy string
	Findings               []Finding // that it stands for, at least one
}

// Rows puts findings of one group together, in the order of the first of each.
func Rows(findings []Finding) (rows []Row) {
	type group struct {
		topic Topic
		name  string
		fault bool
	}
	at := make(map[group]int)
	for _, f := range findings {
		key := group{f.Topic, f.Group, f.Fault}
		if i, ok := at[key]; ok && f.Group != "" {
			rows[i].Findings = append(rows[i].Findings, f)
			continue
		}
		at[key] = len(rows)
		rows = append(rows, Row{f.Topic, f.About, f.Message, f.Remedy, []Finding{f}})
	}
	for i := range rows {
		if r := &rows[i]; len(r.Findings) > 1 {
			r.About = fmt.Sprintf("%s, %d kinds (%s)", r.Findings[0].Group, len(r.Findings),
				strings.Join(r.Abouts(), ", "))
			r.Message = "the first: " + r.Message
		}
	}
	return rows
}

// Abouts are what the findings of a row are about.
func (r Row) Abouts() (names []string) {
	for _, f := range r.Findings {
		names = append(names, f.About)
	}
	return names
}
