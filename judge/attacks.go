package main

import (
	"context"
	"errors"
	"fmt"

	"dlxjudge/judge/execute/attack"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/terminal"
)

// The document of judge doctor --attack.
type (
	attackDocument struct {
		Schema  int           `json:"schema"`
		Level   string        `json:"level"`
		Refused int           `json:"refused"`
		Through int           `json:"got_through"`
		Broken  int           `json:"against_a_promise"`
		Skipped int           `json:"skipped"`
		Attacks []attackTried `json:"attacks"`
	}
	attackTried struct {
		Attack   string `json:"attack"`
		State    string `json:"state"` // refused, got through, skipped
		Promised bool   `json:"promised"`
		Detail   string `json:"detail"`
	}
)

// attack prints a row for each attack.
func (a *app) attack(ctx context.Context, options sandbox.Options, json string) (err error) {
	if err := outcome.Writable("--json", json); err != nil {
		return err
	}
	box, err := sandbox.Open(options)
	if err != nil {
		return judgeFailed(err)
	}
	defer func() {
		if closed := box.Close(); err == nil && closed != nil {
			err = judgeFailed(closed)
		}
	}()
	a.warnUncontained(box)
	out, d := a.rows(json), attackDocument{Schema: jsonSchema, Level: fmt.Sprint(sandbox.PromisesOf(box).Level),
		Attacks: []attackTried{}}
	terminal.Paragraph(out, 0, fmt.Sprintf("Attacks on the sandbox that judge run uses (%s):", d.Level))
	results, err := attack.Run(ctx, box)
	if ctx.Err() != nil {
		return exitError{Status: statusInterrupted}
	}
	if err != nil {
		return judgeFailed(err)
	}
	for _, r := range results {
		row, state := "  ✓ refused: "+r.Name, "refused"
		switch {
		case r.Skipped != "":
			d.Skipped++
			state, row = "skipped", fmt.Sprintf("  ∅ skipped: %s: %s", r.Name, r.Skipped)
		case r.Broken():
			d.Through, d.Broken = d.Through+1, d.Broken+1
			state, row = "got through", fmt.Sprintf("  ✖ got through: %s: %s", r.Name, r.Through)
		case r.Through != "":
			d.Through++
			state, row = "got through", fmt.Sprintf("  ✖ got through: %s: %s (not promised at this level)", r.Name,
				r.Through)
		default:
			d.Refused++
		}
		d.Attacks = append(d.Attacks, attackTried{r.Name, state, r.Promised, r.Through + r.Skipped})
		terminal.Paragraph(out, 4, row)
	}
	fmt.Fprintf(out, "DONE %d attacks: %d refused, %d got through, %d of them against a promise, %d skipped\n",
		len(results), d.Refused, d.Through, d.Broken, d.Skipped)
	if err := a.writeDocument(json, d); err != nil {
		return err
	}
	if d.Broken > 0 {
		return exitError{Status: statusUnexpected, Err: errors.New("this sandbox does not hold what it promises; " +
			"SECURITY.md says how to report it")}
	}
	return nil
}
