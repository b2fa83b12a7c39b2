package report

import (
	"fmt"
	"strings"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/talk"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
)

// conversation writes the end of a conversation and, if the test was not accepted, the sample from the statement.
func (t *text) conversation(c grade.Conversation, verdict problem.Verdict) {
	if c.Before > 0 {
		t.indented(8, fmt.Sprintf("… %s before", figures.Plural(c.Before, "line")))
	}
	if len(c.Lines) == 0 {
		t.indented(8, "neither has said anything")
	}
	for _, line := range c.Lines {
		t.indented(8, line.String())
	}
	if len(c.Sample) > 0 && verdict != problem.AC {
		t.indented(8, "in the statement:\n"+strings.Join(c.Sample, "\n"))
	}
}

// conversation is a conversation in the JSON document.
type conversation struct {
	Before int                `json:"lines_before"`
	Lines  []conversationLine `json:"lines"`
	Sample []string           `json:"sample,omitempty"` // the test as the statement shows it
	Raw    raw                `json:"raw,omitempty"`
}

// conversationLine is a line of a conversation.
type conversationLine struct {
	From string   `json:"from"`                 // "submission", "checker", or "" where another pass begins
	At   *float64 `json:"at_seconds,omitempty"` // since the beginning of the pass; nil if meaningless
	Text string   `json:"text"`
	Open bool     `json:"open,omitempty"` // the line does not end
	Raw  raw      `json:"raw,omitempty"`
}

func conversationOf(c *grade.Conversation) *conversation {
	if c == nil {
		return nil
	}
	written := &conversation{Before: c.Before, Lines: []conversationLine{}, Sample: c.Sample, Raw: rawOf("sample",
		strings.Join(c.Sample, "\n"))}
	for _, line := range c.Lines {
		one := conversationLine{From: "checker", Text: line.Text, Open: line.Open, Raw: rawOf("text", line.Text)}
		switch {
		case line.Pass:
			one.From = ""
		case line.Submission:
			one.From = "submission"
		}
		if at := line.At.Seconds(); line.At >= 0 {
			one.At = &at
		}
		written.Lines = append(written.Lines, one)
	}
	return written
}

func (c *conversation) read() *grade.Conversation {
	if c == nil {
		return nil
	}
	read := &grade.Conversation{Before: c.Before, Sample: c.Sample}
	if sample := c.Raw.text("sample", ""); sample != "" {
		read.Sample = strings.Split(sample, "\n")
	}
	for _, one := range c.Lines {
		line := talk.Line{At: -1, Submission: one.From == "submission", Pass: one.From == "", Text: one.Raw.text("text",
			one.Text), Open: one.Open}
		if one.At != nil {
			line.At = duration(*one.At)
		}
		read.Lines = append(read.Lines, line)
	}
	return read
}
