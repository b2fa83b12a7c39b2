package pick

import (
	"context"
	"errors"
	"slices"
	"strings"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/decide/grade"
)

// unpackedArchive is a package from an archive.
type unpackedArchive struct {
	file   string // the archive
	folder string // where it was unpacked
	dir    string // the package's folder: folder itself, or one in it
}

// unpack unpacks an archive, with one of the functions of package archive, into a folder that Close removes.
func (p *Picker) unpack(ctx context.Context, file string,
	with func(ctx context.Context, file, into string) (dir string, warning, err error)) (dir string, err error) {
	a := unpackedArchive{file: file}
	if a.folder, err = scratch.Make(""); err != nil {
		return "", exit.Failed(err)
	}
	var warning error
	if a.dir, warning, err = with(ctx, file, a.folder); err != nil {
		a.dir = a.folder
	}
	if warning != nil {
		p.Say("warning: %v", warning)
	}
	p.archives, p.names = append(p.archives, a), nil
	return a.dir, err
}

// Unpacked reports whether any package came as an archive.
func (p *Picker) Unpacked() bool { return len(p.archives) > 0 }

// Display returns a text as users see it. Paths of unpacked packages become those of their archives, and files that the
// judge made for a program in any folder get the names of what they were made from. Every text that leaves the program
// passes through Display: messages in DisplayAll, results in DisplayResults.
func (p *Picker) Display(text string) string {
	if p.names == nil {
		var pairs []string
		for _, a := range p.archives {
			pairs = append(pairs, a.dir, a.file)
		}
		p.names = strings.NewReplacer(pairs...)
	}
	text = p.names.Replace(text)
	for _, f := range p.folders {
		text = f.Display(text)
	}
	return text
}

// DisplayResults applies Display to results. It copies them only if that may change a text.
func (p *Picker) DisplayResults(results grade.Results) grade.Results {
	if len(p.archives)+len(p.folders) == 0 {
		return results
	}
	return results.Display(p.Display)
}

// DisplayAll applies Display to the texts and errors among the arguments of a message.
func (p *Picker) DisplayAll(args []any) []any {
	args = slices.Clone(args)
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			args[i] = p.Display(arg)
		case error:
			args[i] = errors.New(p.Display(arg.Error()))
		}
	}
	return args
}

// File returns the path of a file in an archive that Display has named.
func (p *Picker) File(display string) string {
	for _, a := range p.archives {
		if inside, is := strings.CutPrefix(display, a.file+"/"); is {
			return a.dir + "/" + inside
		}
	}
	return display
}

// displayError applies Display to an error.
func (p *Picker) displayError(err error) error {
	if err == nil || errors.As(err, new(exit.Error)) || p.Display(err.Error()) == err.Error() {
		return err
	}
	return errors.New(p.Display(err.Error()))
}
