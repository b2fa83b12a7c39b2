package sampling

import (
	"time"

	"dlxjudge/judge/decide/grade"
)

// course estimates how long a whole session still takes: from the pace until now, under whatever load there is. The
// unit is a run of one solution on one input. All steps but measuring are taken to have that pace; measuring tells its
// own once a twentieth of it is done.
type course struct {
	began  time.Time
	inputs int           // of all solutions that are measured
	tests  int           // the same
	rounds int           // of samples
	takes  time.Duration // that measuring takes at most; 0 for as long as the rounds take
	counts bool
	passes int // over the inputs, that are expected

	step    string
	since   time.Time // when it began
	before  float64   // units of the steps before it
	pass    int
	reached float64 // of the least work: how many of its four parts are done
}

// What a step takes of each input, in runs.
const (
	counting = 3 // with counters a run takes longer, and some are on fewer cases, too
	warming  = 2 // each solution is run on the cases of its neighbours, too
	layout   = 4 // of a program, for each round
)

// observe takes note of progress and returns it with an estimate.
func (c *course) observe(p grade.Progress, now time.Time) grade.Progress {
	if p.Step != c.step {
		if c.step != "" {
			c.before += c.units(c.step)
		}
		if p.Step == "making inputs" {
			c.pass++
		}
		c.step, c.since = p.Step, now
	}
	part := float64(p.Done) / float64(max(p.Total, 1))
	c.reach(p.Step, part)
	c.passes = max(c.passes, c.pass)
	if c.step == "measuring" && 20*p.Done >= p.Total && p.Done > 0 && c.takes == 0 {
		p.About = time.Duration(float64(now.Sub(c.since)) * (1/part - 1))
		return p
	}
	done := c.before + part*c.units(c.step)
	if done < 1 {
		return p
	}
	pace := float64(now.Sub(c.began)) / done
	p.About = time.Duration(pace * max(0, c.all()-done))
	switch {
	case c.takes > 0 && c.step == "measuring, second":
		p.About = time.Duration(p.Total-p.Done) * time.Second
	case c.takes > 0:
		p.About += c.takes
	}
	return p
}

// units are those of a step.
func (c *course) units(step string) float64 {
	each := float64(c.inputs + c.tests)
	switch step {
	case "making inputs":
		return float64(c.inputs)
	case "building":
		return each / 2
	case "judging":
		return each
	case "counting":
		return counting * each
	case "warming up":
		return warming * each
	case "measuring":
		if c.takes == 0 {
			return float64(c.rounds) * (warming*each + layout)
		}
	}
	return 0
}

// all are the units of the whole session.
func (c *course) all() float64 {
	passes := max(c.passes, 1)
	if c.inputs == 0 {
		passes = 1
	}
	sum := float64(passes) * (c.units("making inputs") + c.units("building") + c.units("judging"))
	if c.counts {
		sum += c.units("counting")
	}
	if c.rounds > 0 {
		sum += c.units("warming up") + c.units("measuring")
	}
	return sum
}

// reach takes note of how much is done of the least work: inputs of one case, programs, a run of each, and a sample of
// each.
func (c *course) reach(step string, part float64) {
	reached := map[string]float64{"making inputs": 0, "building": 1, "judging": 2, "warming up": 3, "measuring": 3.5}
	from, is := reached[step]
	if !is || c.pass > 1 && from < 3 {
		return
	}
	if from >= 3 {
		part /= 2
	}
	c.reached = max(c.reached, from+min(part, 1))
}

// least is the time that a sample of each solution takes at least, at the pace until now. The start of it all counts
// as a part of its own.
func (c *course) least(now time.Time) time.Duration {
	return time.Duration(float64(now.Sub(c.began)) * 5 / (1 + c.reached))
}

// longer is what least says of a session whose time was over: always more than that time, which did not suffice.
func (c *course) longer(now time.Time) time.Duration {
	return max(c.least(now), now.Sub(c.began)*5/4)
}
