package representation

import (
	"slices"
)

// A slot is one signature that an alternative demands: of a listed member, or of any procurator.
type slot struct {
	role Role
}

// slots lists the signatures that an alternative demands, one by one.
func (a Alternative) slots(rec Record) []slot {
	var out []slot
	for _, s := range a {
		if s.Count == All {
			for _, m := range rec.Members {
				out = append(out, slot{RoleOfPerson(m.ID)})
			}
			continue
		}
		for range s.Count {
			out = append(out, slot{s.Role})
		}
	}
	return out
}

// fits reports whether a member may give the signature. A procurator's signature is never a member's.
func (s slot) fits(m Member) bool {
	switch s.role {
	case RoleMember, RoleOfPerson(m.ID):
		return true
	case RoleProcurator:
		return false
	}
	f := Function(m.Function)
	return f != "" && s.role == RoleOfFunction(f)
}

// filled reports whether different people can give all signatures: it is a matching of slots to members, which grows
// along augmenting paths, with the procurators apart.
func filled(slots []slot, members []Member, procurators int) bool {
	taken := make([]int, len(members)) // slot of the member, from 1
	var assign func(i int, seen []bool) bool
	assign = func(i int, seen []bool) bool {
		for j, m := range members {
			if seen[j] || !slots[i].fits(m) {
				continue
			}
			seen[j] = true
			if taken[j] == 0 || assign(taken[j]-1, seen) {
				taken[j] = i + 1
				return true
			}
		}
		return false
	}
	for i, s := range slots {
		if s.role == RoleProcurator {
			procurators--
			continue
		}
		if !assign(i, make([]bool, len(members))) {
			return false
		}
	}
	return procurators >= 0
}

// without returns the slots but the i-th.
func without(slots []slot, i int) []slot { return slices.Delete(slices.Clone(slots), i, i+1) }

// active are the listed members who may sign.
func (r Record) active() []Member {
	return slices.DeleteFunc(slices.Clone(r.Members), func(m Member) bool { return m.Suspended })
}

// Completes reports whether the signatures of these members and so many procurators meet one alternative of a rule. A
// member counts once, and not at all when suspended or not listed. The one listed member of a body completes any rule,
// as in Decide.
func Completes(rule Rule, rec Record, signers []MemberID, procurators int) bool {
	signing := slices.DeleteFunc(rec.active(), func(m Member) bool { return !slices.Contains(signers, m.ID) })
	if len(rec.Members) == 1 && len(signing) == 1 {
		return true
	}
	return slices.ContainsFunc(rule.alternatives(rec), func(a Alternative) bool {
		s := a.slots(rec)
		return len(s) > 0 && filled(s, signing, procurators)
	})
}
