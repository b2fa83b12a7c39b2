// Package picture draws what a command printed on a terminal as SVG, in its colours, for papers.
//
//	err := picture.Write(file, "judge run poj3074", output)
//
// The same output always gives the same bytes. Text reads a picture back.
package picture

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

type (
	drawing struct {
		XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
		Width   int      `xml:"width,attr"`
		Height  int      `xml:"height,attr"`
		Role    string   `xml:"role,attr"`
		Title   string   `xml:"title"`
		Style   string   `xml:"style"`
		Ground  ground   `xml:"rect"`
		Lines   []line   `xml:"text"`
	}
	ground struct {
		Width  string `xml:"width,attr"`
		Height string `xml:"height,attr"`
		Round  int    `xml:"rx,attr"`
	}
	line struct {
		X     int    `xml:"x,attr"`
		Y     int    `xml:"y,attr"`
		Space string `xml:"http://www.w3.org/XML/1998/namespace space,attr"`
		Spans []span `xml:"tspan"`
	}
	span struct {
		Class string `xml:"class,attr,omitempty"`
		Text  string `xml:",chardata"`
	}
)

// Lengths in pixels. A letter of a font of equal widths is 0.6 times as wide as the font is high; some are a little
// wider.
const (
	fontSize    = 14
	lineHeight  = 20
	margin      = 16
	letterWidth = 0.62 * fontSize
)

const style = `text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1b1f24; }
rect { fill: #f6f8fa; stroke: #d1d9e0; }
.red { fill: #b42318; } .green { fill: #1a6f37; } .yellow { fill: #8a5a00; } .dim { fill: #59636e; } .bold { font-weight: bold; }
@media (prefers-color-scheme: dark) {
text { fill: #e6e9ec; } rect { fill: #14171b; stroke: #39414a; }
.red { fill: #ff8578; } .green { fill: #6fd08c; } .yellow { fill: #e6b832; } .dim { fill: #9aa4ae; }
}`

// classes are the colours that judge's output has, by their codes.
var classes = map[string]string{"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow"}

// Write draws a command behind a prompt, and below it what it printed. An escape sequence that is no colour of the
// judge's is an error.
func Write(w io.Writer, command, output string) error {
	d := drawing{Role: "img", Title: "What " + command + " prints", Style: style, Ground: ground{"100%", "100%", 8}}
	columns := 0
	for i, text := range append([]string{"\x1b[2m$\x1b[0m " + command}, strings.Split(strings.TrimRight(output, "\r\n"),
		"\n")...) {
		spans, err := read(strings.TrimRight(text, "\r"))
		if err != nil {
			return fmt.Errorf("%s: line %d of its output: %w", command, i, err)
		}
		l := line{X: margin, Y: margin + fontSize + i*lineHeight, Space: "preserve", Spans: spans}
		columns = max(columns, utf8.RuneCountInString(l.String()))
		d.Lines = append(d.Lines, l)
	}
	d.Width, d.Height = 2*margin+int(float64(columns)*letterWidth), 2*margin+len(d.Lines)*lineHeight
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "") // a line for each element; blanks between the parts of a line would be seen
	if err := encoder.Encode(d); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// read splits a line where its colour changes.
func read(text string) ([]span, error) {
	var spans []span
	class := ""
	for text != "" {
		plain, rest, escaped := strings.Cut(text, "\x1b[")
		if plain != "" {
			spans = append(spans, span{class, plain})
		}
		if !escaped {
			break
		}
		code, after, ends := strings.Cut(rest, "m")
		known, is := classes[code]
		if !ends || !is && code != "0" {
			return nil, fmt.Errorf("an escape sequence that is no colour: %q", "\x1b["+code)
		}
		class, text = known, after
	}
	return spans, nil
}

func (l line) String() string {
	var text strings.Builder
	for _, s := range l.Spans {
		text.WriteString(s.Text)
	}
	return text.String()
}

// Text is the text of a picture: the command, and what it printed, without colours.
func Text(picture []byte) (command, output string, err error) {
	var d drawing
	if err := xml.Unmarshal(picture, &d); err != nil {
		return "", "", err
	}
	var text strings.Builder
	for i, l := range d.Lines {
		if i == 0 {
			command = strings.TrimPrefix(l.String(), "$ ")
			continue
		}
		text.WriteString(l.String() + "\n")
	}
	return command, text.String(), nil
}
