package limits

import (
	"math"
	"math/big"
	"time"

	"dlxjudge/judge/read/problem"
)

// Rule is what a time limit must satisfy.
type Rule struct {
	Resolution          time.Duration // the limit is a multiple of it
	problem.Multipliers               // and so many times above what is fast, and below what is slow
}

// RuleOf is the rule of a problem.
func RuleOf(p *problem.Problem) Rule { return Rule{p.Limits.Resolution, p.Limits.Multipliers} }

// forever is the time of a program for which no limit is too high.
const forever = time.Duration(math.MaxInt64)

// span is what a limit must lie between: the time of the slowest program that is fast enough, and that of the fastest
// one that is not.
type span struct{ fast, slow time.Duration }

// Reaches reports whether a limit is far enough from the time of a program.
func (r Rule) Reaches(limit time.Duration, slow bool, t time.Duration) bool {
	if slow {
		return product(limit, r.ToTooSlow).Cmp(product(t, 1000)) <= 0
	}
	return product(t, r.FromAccepted).Cmp(product(limit, 1000)) <= 0
}

// Wanted is the least time at which a program is slow enough for a limit.
func (r Rule) Wanted(limit time.Duration) time.Duration {
	return ceiling(product(limit, r.ToTooSlow), 1000)
}

// limit is the smallest multiple of the resolution that fits, 0 if none does.
func (r Rule) limit(s span) time.Duration {
	least := r.least(s.fast)
	if s.slow != forever && least > r.most(s.slow) {
		return 0
	}
	return least
}

// least is the smallest multiple of the resolution that is far enough above a time; 0 is none.
func (r Rule) least(t time.Duration) time.Duration {
	wanted := ceiling(product(t, r.FromAccepted), 1000)
	return max(ceiling(big.NewInt(int64(wanted)), r.Resolution), 1) * r.Resolution
}

// most is the largest multiple of the resolution that is far enough below a time.
func (r Rule) most(t time.Duration) time.Duration {
	allowed := new(big.Int).Quo(product(t, 1000), big.NewInt(r.ToTooSlow))
	return time.Duration(allowed.Int64()) / r.Resolution * r.Resolution
}

// finer is a resolution of which a multiple fits, 0 if there is none of at least a thousandth of a second.
func (r Rule) finer(s span) time.Duration {
	for _, step := range []time.Duration{500, 100, 50, 10, 5, 1} {
		if step *= time.Millisecond; step < r.Resolution && (Rule{step, r.Multipliers}).limit(s) > 0 {
			return step
		}
	}
	return 0
}

func product(t time.Duration, n int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(int64(t)), big.NewInt(n))
}

// ceiling is a quotient rounded up, or forever if it is longer.
func ceiling(n *big.Int, by time.Duration) time.Duration {
	divisor := big.NewInt(int64(by))
	n = new(big.Int).Add(n, new(big.Int).Sub(divisor, big.NewInt(1)))
	if n.Quo(n, divisor); !n.IsInt64() {
		return forever
	}
	return time.Duration(n.Int64())
}
