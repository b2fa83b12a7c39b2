package terminal

// Paint colours text for a terminal, or leaves it as it is.
type Paint struct{ On bool }

func (p Paint) Red(s string) string    { return p.code("31", s) }
func (p Paint) Green(s string) string  { return p.code("32", s) }
func (p Paint) Yellow(s string) string { return p.code("33", s) }
func (p Paint) Dim(s string) string    { return p.code("2", s) }
func (p Paint) Bold(s string) string   { return p.code("1", s) }
func (p Paint) Plain(s string) string  { return s }

func (p Paint) code(code, s string) string {
	if !p.On {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
