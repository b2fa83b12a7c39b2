package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"dlxjudge/judge/base/judgetest"
)

type (
	svg struct {
		XMLName xml.Name  `xml:"http://www.w3.org/2000/svg svg"`
		Width   int       `xml:"width,attr"`
		Height  int       `xml:"height,attr"`
		Role    string    `xml:"role,attr"`
		Title   string    `xml:"title"`
		Style   string    `xml:"style"`
		Ground  svgGround `xml:"rect"`
		Lines   []svgLine `xml:"text"`
	}
	svgGround struct {
		Width  string `xml:"width,attr"`
		Height string `xml:"height,attr"`
		Round  int    `xml:"rx,attr"`
	}
	svgLine struct {
		X     int       `xml:"x,attr"`
		Y     int       `xml:"y,attr"`
		Space string    `xml:"http://www.w3.org/XML/1998/namespace space,attr"`
		Spans []svgSpan `xml:"tspan"`
	}
	svgSpan struct {
		Class string `xml:"class,attr,omitempty"`
		Text  string `xml:",chardata"`
	}
)

// Lengths in pixels. A letter of a font of equal widths is 0.6 times as wide as the font is high; some are a little
// wider.
const (
	svgFont   = 14
	svgHeight = 20 // of a line
	svgMargin = 16
	svgLetter = 0.62 * svgFont
)

const svgStyle = `text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, ` +
	`"DejaVu Sans Mono", monospace; fill: #1b1f24; }
rect { fill: #f6f8fa; stroke: #d1d9e0; }
.red { fill: #b42318; } .green { fill: #1a6f37; } .yellow { fill: #8a5a00; } .dim { fill: #59636e; } ` +
	`.bold { font-weight: bold; }
@media (prefers-color-scheme: dark) {
text { fill: #e6e9ec; } rect { fill: #14171b; stroke: #39414a; }
.red { fill: #ff8578; } .green { fill: #6fd08c; } .yellow { fill: #e6b832; } .dim { fill: #9aa4ae; }
}`

// svgClasses are the colours that judge's output has, by their codes.
var svgClasses = map[string]string{"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow"}

// drawSVG draws what a terminal shows as SVG, in its colours: a command behind a prompt, and below it what the command
// printed. An escape sequence that is no colour of the judge's is an error. The same output always gives the same
// bytes.
func drawSVG(w io.Writer, command, output string) error {
	d := svg{Role: "img", Title: "What " + command + " prints", Style: svgStyle, Ground: svgGround{"100%", "100%", 8}}
	columns := 0
	for i, text := range append([]string{"\x1b[2m$\x1b[0m " + command}, strings.Split(strings.TrimRight(output, "\r\n"),
		"\n")...) {
		spans, err := colouredSpans(strings.TrimRight(text, "\r"))
		if err != nil {
			return fmt.Errorf("%s: line %d of its output: %w", command, i, err)
		}
		l := svgLine{X: svgMargin, Y: svgMargin + svgFont + i*svgHeight, Space: "preserve", Spans: spans}
		columns = max(columns, utf8.RuneCountInString(l.String()))
		d.Lines = append(d.Lines, l)
	}
	d.Width, d.Height = 2*svgMargin+int(float64(columns)*svgLetter), 2*svgMargin+len(d.Lines)*svgHeight
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "") // a line for each element; blanks between the parts of a line would be seen
	if err := encoder.Encode(d); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// colouredSpans splits a line where its colour changes.
func colouredSpans(text string) ([]svgSpan, error) {
	var spans []svgSpan
	class := ""
	for text != "" {
		plain, rest, escaped := strings.Cut(text, "\x1b[")
		if plain != "" {
			spans = append(spans, svgSpan{class, plain})
		}
		if !escaped {
			break
		}
		code, after, ends := strings.Cut(rest, "m")
		known, is := svgClasses[code]
		if !ends || !is && code != "0" {
			return nil, fmt.Errorf("an escape sequence that is no colour: %q", "\x1b["+code)
		}
		class, text = known, after
	}
	return spans, nil
}

func (l svgLine) String() string {
	var text strings.Builder
	for _, s := range l.Spans {
		text.WriteString(s.Text)
	}
	return text.String()
}

// textOfSVG is the text of a picture: the command, and what it printed, without colours.
func textOfSVG(picture []byte) (command, output string, err error) {
	var d svg
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

func TestDrawSVG(t *testing.T) {
	const output = "  \x1b[32m✓\x1b[0m a/b  \x1b[31mWA\x1b[0m  <&> \n\n\x1b[1mDONE\x1b[0m\r\n"
	var out bytes.Buffer
	judgetest.Check(t, drawSVG(&out, "judge run 'a/*'", output))
	judgetest.Golden(t, "testdata/picture.svg", out.String())
	command, text, err := textOfSVG(out.Bytes())
	if want := "  ✓ a/b  WA  <&> \n\nDONE\n"; err != nil || command != "judge run 'a/*'" || text != want {
		t.Errorf("read back %q and %q, %v", command, text, err)
	}
}

func TestDrawSVGRefuses(t *testing.T) {
	for _, output := range []string{"\x1b[2J", "\x1b[35mviolet\x1b[0m", "\x1b["} {
		if err := drawSVG(&bytes.Buffer{}, "judge run", output); err == nil || !strings.Contains(err.Error(),
			"line 1 of its output: an escape sequence that is no colour") {
			t.Errorf("%q: got %v", output, err)
		}
	}
}

// FuzzDrawSVG: a picture of any output is XML, and its text is the output without colours.
func FuzzDrawSVG(f *testing.F) {
	f.Add("judge run", "  \x1b[32m✓\x1b[0m a/b  \x1b[31mWA\x1b[0m  <&> \n\n\x1b[1mDONE\x1b[0m\r\n")
	f.Add("a\x00", "]]>\xff\ufffe\r\t")
	f.Fuzz(func(t *testing.T, command, output string) {
		var out bytes.Buffer
		if err := drawSVG(&out, command, output); err != nil {
			return
		}
		_, text, err := textOfSVG(out.Bytes())
		if err != nil {
			t.Fatalf("%q: %v", out.String(), err)
		}
		plain := strings.NewReplacer("\x1b[1m", "", "\x1b[2m", "", "\x1b[31m", "", "\x1b[32m", "", "\x1b[33m", "",
			"\x1b[0m", "").Replace(output)
		if got, want := strings.Count(text, "\n"), 1+strings.Count(strings.TrimRight(plain, "\r\n"), "\n"); got < want {
			t.Errorf("%q has %d lines, want %d", output, got, want)
		}
	})
}
