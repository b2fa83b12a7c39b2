package validate

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/cache"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// compares reports whether the checker can check an answer as if a program had printed it.
func (e *env) compares() bool {
	return e.checker != nil && (e.Checkers == nil || e.Format == "2025-09" || e.Format == polygon.Format)
}

// answers finds answers, and .out files of tests, that the checker does not accept.
func answers(ctx context.Context, e *env) (found []problem.Finding, err error) {
	if !e.compares() {
		e.report.AnswersSkipped = true
		switch {
		case e.Checkers != nil && e.Format != "2025-09" && e.Format != polygon.Format:
			e.skip("the answers: in a legacy format they may hold anything that the output validator needs")
		case e.Talks():
			e.skip("the answers: an output validator that talks with submissions may need anything in them; " +
				"\"judge run\" tests it with the solutions")
		}
		return nil, nil
	}
	unanswered := recipe.Unanswered(e.Problem)
	for _, t := range e.Tests {
		before := len(found)
		if unanswered[t.Name] {
			e.report.Unanswered++
		} else {
			result, err := e.decide(ctx, t, t.Answer)
			if err != nil {
				return found, err
			}
			switch result.Verdict {
			case problem.AC:
			case problem.JE:
				found = append(found, findingf("answers.unchecked", t.Answer, "cannot be checked: %s", result.Message))
			default:
				found = append(found, findingf("answers.rejected", t.Answer, "the checker says %s for the answer "+
					"itself: %s", result.Verdict, result.Message))
			}
		}
		wrong, err := e.output(ctx, t, true, false)
		if found = append(found, wrong...); err != nil {
			return found, err
		}
		if len(found) == before && !unanswered[t.Name] {
			e.report.Answers++
		}
	}
	return found, nil
}

// repeated finds tests that contradict each other: their inputs and settings are equal, but the checker does not accept
// the answer of one as an output for the other. If the answers agree, repeated only adds a note. If the checker cannot
// compare answers, as in interactive problems, equal inputs with other answers are different tests.
func repeated(ctx context.Context, e *env) (found []problem.Finding, err error) {
	files, first := cache.NewFiles(ctx), make(map[string]problem.Test)
	for _, t := range e.Tests {
		key := fmt.Sprintf("%q", t.Args)
		if e.Checkers != nil { // a checker may ask different questions about one input
			key += fmt.Sprintf("%q %q", t.CheckerArgs, t.Checker)
		}
		for _, f := range t.Decides() {
			if f.Name != ".ans" || !e.compares() || e.SubmitAnswer {
				sum, unread := files.Checksum(f.Path) // another rule reports a file that cannot be read
				key += fmt.Sprintf(" %s %q %v", sum, f.Name, unread)
			}
		}
		before, again := first[key]
		if !again {
			first[key] = t
			continue
		}
		one, _ := files.Checksum(before.Answer)
		other, _ := files.Checksum(t.Answer)
		result := check.Result{Verdict: problem.AC}
		if one != other {
			if result, err = e.decide(ctx, before, t.Answer); err == nil && result.Verdict == problem.AC {
				result, err = e.decide(ctx, t, before.Answer)
			}
		}
		switch {
		case err != nil:
			return found, err
		case result.Verdict != problem.AC:
			found = append(found, findingf("inputs.equal", t.Input, "equal to the input of %s, but their answers "+
				"differ: the checker says %s: %s", before.Name, result.Verdict, result.Message))
		case len(e.report.Notes) == 0:
			e.report.Notes = append(e.report.Notes, fmt.Sprintf("%s has the same input as %s", t.Name, before.Name))
		}
	}
	return found, ctx.Err()
}

// decide runs the checker on an output of a test. A missing or forbidden score is a judge error.
func (e *env) decide(ctx context.Context, t problem.Test, output string) (check.Result, error) {
	result, err := e.checker.Check(ctx, e.files(t, output))
	if err != nil || e.Scoring == nil || result.Verdict == problem.JE {
		return result, err
	}
	if _, _, wrong := e.Scoring.Rule(t.Name).Score(result.Verdict == problem.AC, result.Scores); wrong != nil {
		result.Verdict, result.Message = problem.JE, wrong.Error()
	}
	return result, nil
}

func (e *env) files(t problem.Test, output string) check.Files {
	return check.Files{Input: t.Input, Answer: t.Answer, Output: output, Args: t.CheckerArgs, Checker: t.Checker,
		Scores: e.Scoring != nil}
}

// asides checks the folders that test the problem's own programs. It finds inputs in invalid_input that no validator
// rejects, outputs in invalid_output that the checker accepts, and outputs in valid_output that the checker rejects.
func asides(ctx context.Context, e *env) (found []problem.Finding, err error) {
	for _, folder := range []string{problem.InvalidInput, problem.InvalidOutput, problem.ValidOutput} {
		outputs := folder != problem.InvalidInput
		if outputs && !e.compares() {
			continue
		}
		tests, err := e.ValidationTests(folder)
		if err != nil {
			found = append(found, findingf("files.unreadable", filepath.Join(e.DataDir, folder), "cannot be read:\n%v",
				err))
			continue
		}
		// a validator that could not be built might reject the input
		if !outputs && len(e.validators.programs)+len(e.validators.grammars) < max(len(e.InputValidators), 1) {
			continue
		}
		right := 0
		for _, t := range tests {
			before := len(found)
			rejections, err := e.validators.Rejections(ctx, t)
			var wrong []problem.Finding
			switch {
			case err != nil:
			case outputs:
				found = append(found, rejected(t, rejections)...)
				wrong, err = e.output(ctx, t, folder == problem.ValidOutput, true)
			case len(rejections) == 0:
				wrong = append(wrong, findingf("invalid_input.accepted", t.Input, "accepted by every input "+
					"validator, but it must be rejected"))
			}
			if found = append(found, wrong...); err != nil {
				return found, err
			}
			if len(found) == before {
				right++
			}
		}
		if len(tests) > 0 {
			e.report.Folders = append(e.report.Folders, FolderResult{folder, len(tests), right})
		}
	}
	return found, nil
}

// output runs the checker on the .out file of a test. If right is set, the checker must accept the file. Otherwise, it
// must reject the file. A missing .out or .ans file is a finding only if needed is set.
func (e *env) output(ctx context.Context, t problem.Test, right, needed bool) ([]problem.Finding, error) {
	for _, path := range []string{t.Output(), t.Answer} {
		if _, err := untrusted.Stat(path); err == nil {
			continue
		}
		if needed {
			return []problem.Finding{findingf("files.missing", t.Input, "no %s beside it; write it, or remove the "+
				"input", filepath.Base(path))}, nil
		}
		return nil, nil
	}
	result, err := e.decide(ctx, t, t.Output())
	switch {
	case err != nil:
		return nil, err
	case result.Verdict == problem.JE:
		return []problem.Finding{findingf("outputs.unchecked", t.Output(), "cannot be checked: %s",
			result.Message)}, nil
	case right && result.Verdict != problem.AC:
		return []problem.Finding{findingf("valid_output.rejected", t.Output(), "the checker says %s, but it must be "+
			"accepted: %s", result.Verdict, result.Message)}, nil
	case !right && result.Verdict == problem.AC:
		return []problem.Finding{findingf("invalid_output.accepted", t.Output(), "the checker says AC, but it must be "+
			"rejected")}, nil
	}
	return nil, nil
}

// conversations checks the .interaction files of an interactive or multi-pass problem, which show its samples. It also
// finds folders of outputs, which such a problem does not use.
func conversations(_ context.Context, e *env) (found []problem.Finding, err error) {
	if !e.Talks() || e.Format != "2025-09" {
		return nil, nil
	}
	for _, folder := range []string{problem.InvalidOutput, problem.ValidOutput} {
		dir := filepath.Join(e.DataDir, folder)
		if _, err := untrusted.Stat(dir); err == nil {
			found = append(found, findingf("files.unused", dir, "not used: in an interactive or multi-pass problem, "+
				"outputs are checked only during a run; remove it"))
		}
	}
	for _, t := range e.Tests {
		switch {
		case t.Interaction == "":
		case !strings.HasPrefix(t.Name, "sample/"):
			found = append(found, findingf("files.unused", t.Interaction, "only samples are shown; remove it, or move "+
				"the test to sample"))
		default:
			_, err := problem.ReadInteraction(t.Interaction)
			found = append(found, placed(err)...)
		}
	}
	return found, nil
}
