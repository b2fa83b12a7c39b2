package problem

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	yaml "dlxjudge/judge/read/strictyaml"
)

// fuzz checks that a decoder never panics, that every line of its errors begins with the file's name, and that lenient
// reading accepts everything that strict reading accepts.
func fuzz(f *testing.F, decode func(*testing.T, yaml.Value) error, seeds ...string) {
	for _, seed := range append(seeds, "", "a: [1, {b: *c}]\n", "? a\n: &x !!str |\n  b\n", "\ufeffa: 1", "a: \x00",
		"- - -\n", "a:\n- b\n c", "{a: }}", "'", "---\n...\n---\n") {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		named := func(err error) {
			if err != nil && !strings.HasPrefix(err.Error(), "dir/file.yaml:") {
				t.Errorf("the error does not begin with the file: %q", err)
			}
		}
		doc, err := yaml.Parse("dir/file.yaml", data)
		if err == nil {
			err = decode(t, doc)
		}
		named(err)
		warn := func(err error, _ string) { named(err) }
		_, people := new(Problem).metadataFields()
		lenient := &yaml.Lenient{Warn: warn, People: slices.Concat(people.Names(), peopleOfTests,
			peopleOfSubmissions)}
		doc, mistake := lenient.Parse("dir/file.yaml", data)
		if mistake == nil {
			mistake = decode(t, doc)
		}
		if named(mistake); err == nil && mistake != nil {
			t.Errorf("an error only in lenient reading: %v", mistake)
		}
	})
}

func FuzzProblemYAML(f *testing.F) {
	fuzz(f, func(t *testing.T, doc yaml.Value) error {
		p := Problem{reading: reading{format: format2025}}
		return bounded(t, &p, p.decodeMetadata(doc))
	},
		"problem_format_version: 2025-09\nname: {en: A, pt-BR: B}\nlimits: {time_limit: 1e-3, memory: 64, "+
			"time_multipliers: {ac_to_time_limit: 2}}\n",
		"type: [pass-fail]\nuuid: 123e4567-e89b-42d3-a456-426614174000\nlicense: cc by\nembargo_until: "+
			"2025-09-30\nlanguages: [go]\nkeywords: [a]\n",
		"author: A\nsource_url: b\nvalidation: {interactive: yes}\nvalidator_flags: a b\ntime_limit: 0.5\n"+
			"grading: {objective: max}\nname:\nname: B\nlimits: {memory: 1_0.5, time_multiplier: 3}\n",
		"credits: {authors: [{name: A, email: b}], translators: {de: C}}\nsource: [{name: a, url: b}, "+
			"c]\nconstants: {a: 1}\n")
}

// bounded checks that limits that were read without an error are some that programs can have.
func bounded(t *testing.T, p *Problem, err error) error {
	l := p.Limits
	seconds := func(d time.Duration) bool { return d >= 0 && d <= maxSeconds*time.Second }
	if err == nil && (!seconds(l.Time) || !seconds(l.Resolution) || !seconds(l.Validation.Time) ||
		!seconds(l.Compilation.Time) ||
		min(l.Memory, l.Output, l.Validation.Memory, l.Validation.Output) <= 0 || min(l.Code, l.Compilation.Memory,
		l.Compilation.Output) < 0 ||
		max(l.Memory, l.Output, l.Code) > maxSeconds<<30 || l.Multipliers.FromAccepted < 0 ||
		l.Multipliers.ToTooSlow < 0 || l.Passes < 0) {
		t.Errorf("the limits %+v", l)
	}
	return err
}

func FuzzJudgeYAML(f *testing.F) {
	listed := map[string]OnlineJudge{"poj": {Key: "poj", Name: "POJ"}}
	fuzz(f, func(t *testing.T, doc yaml.Value) error {
		return new(Problem).decodeJudge(doc, "judges.yaml", listed)
	},
		"judge: poj\nid: \"3074\"\nurl: http://poj.org/problem?id=3074\n", "judge: pjo\n",
		"judge: poj\nunverified: [memory]\n")
}

func FuzzSubmissionsYAML(f *testing.F) {
	p := Problem{
		Tests:       []Test{{Name: "sample/1"}, {Name: "secret/hard/01"}},
		Submissions: []Submission{{Path: "accepted/dlx"}, {Path: "wrong_answer/int32"}},
	}
	fuzz(f, func(t *testing.T, doc yaml.Value) error {
		p.Expectations = p.defaultExpectations()
		err := p.decodeExpectations(doc)
		for _, s := range p.Submissions {
			p.Expects(s).Permits("secret/hard/01", TLE)
		}
		return err
	},
		"accepted/*: {secret/hard: {permitted: [AC, TLE]}, message: a, use_for_time_limit: lower, authors: [A], "+
			"language: go}\n",
		"accepted: {permitted: AC, use_for_time_limit: no, note: a}\n",
		"wrong_answer: {required: [WA]}\n\"{accepted/dlx,a}\": {model_solution: true, score: 1}\n")
}

func FuzzTestYAML(f *testing.F) {
	c := newConfigs(&Problem{DataDir: "data", InputValidators: []Source{{Name: "v"}},
		reading: reading{format: format2025}})
	graded := newConfigs(&Problem{DataDir: "data", scored: true, reading: reading{format: formatLegacy}})
	fuzz(f, func(t *testing.T, doc yaml.Value) error {
		if err := graded.decodeGrader(doc, new(config), "secret"); err != nil &&
			!strings.HasPrefix(err.Error(), "dir/file.yaml:") {
			t.Errorf("the error does not begin with the file: %q", err)
		}
		group := c.decodeGroup(doc, new(config), "secret/1")
		test := doc.Keys(c.testFields(new(config)))
		if (group == nil) != (test == nil) { // the keys differ
			return nil
		}
		return test
	},
		"args: [a, 1e-6]\ninput_validator_args: {v: [b]}\noutput_validator_args: [case_sensitive]\nfull_feedback: "+
			"true\n",
		"output_validator_flags: a b\ngrading: {max_score: 3, aggregation: min}\nstatic_validation: no\n",
		"on_reject: break\ngrading: custom\ngrader_flags: sum\naccept_score: 1.5\nrange: -inf +inf\n",
		"scoring: {score: 3}\non_reject: break\ninput_validator_flags: {name: v, flags: a}\n",
		"hint: a\ndescription: b\n", "max_score: unbounded\nscore_aggregation: min\nrequire_pass: sample\n")
}

func FuzzLegacyProblemYAML(f *testing.F) {
	fuzz(f, func(t *testing.T, doc yaml.Value) error {
		p := Problem{reading: reading{format: formatLegacy}}
		return bounded(t, &p, p.decodeLegacy(doc))
	},
		"name: {en: A}\nvalidation: custom interactive score\nvalidator_flags: float_tolerance 1e-6\nlimits: "+
			"{time_multiplier: 2.5, memory: 64}\n",
		"type: pass-fail interactive\ngrading: {objective: min}\nuuid: 17\nauthor: A and B\nkeywords: a b\n",
		"name:\nlimits:\n  validation_passes: 2\n")
}

// FuzzInteraction: each line of what is read begins as the format says; every error names the file and the line.
func FuzzInteraction(f *testing.F) {
	f.Add("> 50\n<lower\r\n---\n> 25")
	f.Add("\n\xff\n--- \n-")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "1.interaction")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		lines, err := ReadInteraction(path)
		if err != nil {
			if !strings.HasPrefix(err.Error(), path+":") {
				t.Errorf("the error does not begin with the file: %v", err)
			}
			return
		}
		for _, line := range lines {
			if line != "---" && (line == "" || !strings.ContainsAny(line[:1], "<>")) || strings.Contains(line, "\n") {
				t.Errorf("the line %q", line)
			}
		}
	})
}
