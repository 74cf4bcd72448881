package representation

import (
	"slices"
)

// AlgorithmVersion is stored with every decision; it changes when a decision could come out differently.
const AlgorithmVersion = "2026-11-22"

// A Mode is how a person may act for a company.
type Mode string

// The modes, from the freest.
const (
	ModeSolo             Mode = "solo"
	ModeCoRepresentative Mode = "co_representative"
	ModeProxy            Mode = "proxy"
)

// A Flag asks an operator to look.
type Flag string

// The flags.
const (
	// FlagBoardBelowRule: the sole member left acts alone although the rule demands several; see docs/representation.md.
	FlagBoardBelowRule Flag = "board_below_rule"
	// FlagNotEnoughActive: no alternative can be met by the members who may sign and the listed procurators.
	FlagNotEnoughActive Flag = "not_enough_active_members"
	// FlagRuleNotUnderstood: there is a rule text, and the statutory rule was applied in its place.
	FlagRuleNotUnderstood Flag = "rule_not_understood"
	// FlagProceedings: someone else than the listed body may have to act.
	FlagProceedings Flag = "proceedings_open"
)

// An Input is what a decision is made from.
type Input struct {
	ApplicantIsRepresentative bool // the person's own claim
	Person                    Person
	Record                    Record
}

// A Decision is how the person may act, and why.
type Decision struct {
	Mode Mode
	// Match is how sure it is that the person is a listed member.
	Match Matching
	// Rule is the one that was applied: the record's, of kind Unparsed with the statutory alternatives when it has none.
	Rule Rule
	// AdditionalSignatories is the least number of signatures that are needed besides the person's. A proxy gives
	// none, so for a proxy all are counted.
	AdditionalSignatories int
	// Candidates are the members whose signature can be one of them.
	Candidates []Candidate
	// IdentityConfirmationRequired: the decision rests on a match that the identity check must settle.
	IdentityConfirmationRequired bool
	ReviewFlags                  []Flag
	AlgorithmVersion             string
	RecordHash                   string
}

// A Candidate is a member who could sign too.
type Candidate struct {
	MemberID   MemberID
	Function   string
	NameMasked string
}

// RequiresInvitationOrPOA reports whether someone else must sign.
func (d Decision) RequiresInvitationOrPOA() bool { return d.Mode != ModeSolo }

// Decide applies the table of docs/representation.md. It is a function of its input: not of the order of members, nor
// of the time.
func Decide(in Input) Decision {
	rec := in.Record
	if rec.Body.Rule.Kind == "" {
		rec.Body.Rule = ParseRule(rec.Body.RuleText, rec)
	}
	rule := Rule{Kind: rec.Body.Rule.Kind, Alternatives: rec.Body.Rule.alternatives(rec)}
	if !rec.Body.Rule.sound(rec) {
		rule.Kind = Unparsed
	}
	d := Decision{Mode: ModeProxy, Rule: rule, AlgorithmVersion: AlgorithmVersion, RecordHash: in.Record.Hash()}
	if rule.Kind == Unparsed && rec.Body.RuleText != "" {
		d.flag(FlagRuleNotUnderstood)
	}
	match, found := Match(in.Person, rec)
	d.Match = match
	decided := outcome{mode: ModeProxy}
	// Steps 2 and 3: a claim is needed, and never beats the register.
	if in.ApplicantIsRepresentative && match != MatchNone && match != MatchSuspended && rec.Status == Active {
		d.IdentityConfirmationRequired = match == MatchWeak || match == MatchAmbiguous
		decided = worst(rule, rec, found)
	}
	d.Mode = decided.mode
	if d.Mode == ModeSolo {
		if decided.below {
			d.flag(FlagBoardBelowRule)
		}
		return d
	}
	if len(rec.Proceedings) > 0 {
		d.flag(FlagProceedings)
	}
	var self *Member
	if d.Mode == ModeCoRepresentative {
		self = &decided.member
	}
	d.complete(rec, self)
	return d
}

func (d *Decision) flag(f Flag) { d.ReviewFlags = append(d.ReviewFlags, f) }

// An outcome is what one member may do.
type outcome struct {
	mode   Mode
	member Member
	below  bool // solo although the rule demands several
}

// worst evaluates each member whom an ambiguous person could be, and returns the most restrictive outcome: doubt never
// yields solo.
func worst(rule Rule, rec Record, found []Member) outcome {
	order := []Mode{ModeSolo, ModeCoRepresentative, ModeProxy}
	// Equal outcomes go by id, so that the order of members in the register does not matter.
	found = slices.SortedFunc(slices.Values(found), func(a, b Member) int { return compareIDs(a.ID, b.ID) })
	out := evaluate(rule, rec, found[0])
	for _, m := range found[1:] {
		if o := evaluate(rule, rec, m); slices.Index(order, o.mode) > slices.Index(order, out.mode) {
			out = o
		}
	}
	return out
}

func evaluate(rule Rule, rec Record, m Member) outcome {
	alone, included := false, false
	for _, a := range rule.Alternatives {
		s := a.slots(rec)
		alone = alone || len(s) == 1 && s[0].fits(m)
		included = included || slices.ContainsFunc(s, func(s slot) bool { return s.fits(m) })
	}
	out := outcome{mode: ModeProxy, member: m}
	switch {
	case m.Suspended:
	case len(rec.Members) == 1: // step 4: whatever the text says
		out.mode, out.below = ModeSolo, rule.Kind != Unparsed && !alone
	case alone: // step 5
		out.mode = ModeSolo
	case included: // step 6
		out.mode = ModeCoRepresentative
	}
	if out.mode == ModeSolo && len(rec.Proceedings) > 0 {
		out.mode, out.below = ModeProxy, false
	}
	return out
}

// complete finds who could sign besides self, or in the place of a proxy when self is nil.
func (d *Decision) complete(rec Record, self *Member) {
	others := rec.active()
	if self != nil {
		others = slices.DeleteFunc(others, func(m Member) bool { return m.ID == self.ID })
	}
	least, feasible := 0, false
	candidates := map[MemberID]bool{}
	alternatives := d.Rule.Alternatives
	if len(rec.Members) == 1 {
		alternatives = []Alternative{{{RoleMember, 1}}} // step 4 again: the sole member may appoint a proxy alone
	}
	for _, a := range alternatives {
		for _, rest := range remainders(a.slots(rec), self) {
			can := filled(rest, others, len(rec.Procurators))
			switch {
			case can && !feasible, can == feasible && (least == 0 || len(rest) < least):
				least = len(rest)
			}
			feasible = feasible || can
			for _, m := range others {
				if slices.ContainsFunc(rest, func(s slot) bool { return s.fits(m) }) {
					candidates[m.ID] = true
				}
			}
		}
	}
	d.AdditionalSignatories = least
	if !feasible {
		d.flag(FlagNotEnoughActive)
	}
	for _, m := range others {
		if candidates[m.ID] && !m.Entity {
			d.Candidates = append(d.Candidates, Candidate{m.ID, m.Function, MaskName(m.Name())})
		}
	}
	slices.SortFunc(d.Candidates, func(a, b Candidate) int { return compareIDs(a.MemberID, b.MemberID) })
}

// remainders are the signatures that are left of an alternative once self gave one: for each kind that self can give.
// Without self all are left.
func remainders(slots []slot, self *Member) [][]slot {
	if self == nil {
		return [][]slot{slots}
	}
	var out [][]slot
	given := map[slot]bool{}
	for i, s := range slots {
		if s.fits(*self) && !given[s] {
			given[s] = true
			out = append(out, without(slots, i))
		}
	}
	return out
}
