package representation

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// A Role is what a signatory must be.
type Role string

// The roles. A function and a person carry their word after the colon: function:president, person:m1.
const (
	RoleMember     Role = "member"
	RoleProcurator Role = "procurator"
)

const (
	functionPrefix = "function:"
	personPrefix   = "person:"
)

// RoleOfFunction is the role of those who hold a function, in the words of Function.
func RoleOfFunction(f string) Role { return Role(functionPrefix + f) }

// RoleOfPerson is the role of one listed member.
func RoleOfPerson(id MemberID) Role { return Role(personPrefix + string(id)) }

// A Count is a number of signatures; All is the whole representing body.
type Count int

// All stands for every listed member. It is written "all" in JSON.
const All Count = -1

// MarshalJSON writes a number, or "all".
func (c Count) MarshalJSON() ([]byte, error) {
	if c == All {
		return []byte(`"all"`), nil
	}
	return strconv.AppendInt(nil, int64(c), 10), nil
}

// UnmarshalJSON reads a number from 1 on, or "all".
func (c *Count) UnmarshalJSON(b []byte) error {
	if string(b) == `"all"` {
		*c = All
		return nil
	}
	n, err := strconv.Atoi(string(b))
	if err != nil || n < 1 {
		return errors.New(`a count is a number from 1 on, or "all"`)
	}
	*c = Count(n)
	return nil
}

// A Signature is a demand for so many different people of a role.
type Signature struct {
	Role  Role  `json:"role"`
	Count Count `json:"count"`
}

// An Alternative is met when each of its signatures is given, each by different people.
type Alternative []Signature

// A Kind sorts rules for people to read; decisions look at the alternatives.
type Kind string

// The kinds.
const (
	Solo     Kind = "solo"     // any one member
	Joint    Kind = "joint"    // any n members, n > 1
	AllJoint Kind = "all"      // all members
	Specific Kind = "specific" // anything else that was understood
	Unparsed Kind = "unparsed" // not understood, or there is no text
)

// A Rule is a list of alternatives, any one of which suffices. An unparsed rule has none.
type Rule struct {
	Kind         Kind          `json:"kind"`
	Alternatives []Alternative `json:"alternatives,omitempty"`
}

// NewRule returns the rule with alternatives, of the kind that they are; without any it is unparsed.
func NewRule(alternatives ...Alternative) Rule {
	return Rule{kindOf(alternatives), alternatives}
}

func kindOf(alternatives []Alternative) Kind {
	if len(alternatives) == 0 {
		return Unparsed
	}
	if len(alternatives) > 1 || len(alternatives[0]) != 1 || alternatives[0][0].Role != RoleMember {
		return Specific
	}
	switch c := alternatives[0][0].Count; c {
	case All:
		return AllJoint
	case 1:
		return Solo
	default:
		return Joint
	}
}

// sound reports whether a rule means something for a record. One that does not is treated as unparsed: an alternative
// without demands would be met by anybody.
func (r Rule) sound(rec Record) bool {
	if r.Kind == Unparsed {
		return len(r.Alternatives) == 0
	}
	if len(r.Alternatives) == 0 || len(r.Alternatives) > maxAlternatives || r.Kind != kindOf(r.Alternatives) {
		return false
	}
	for _, a := range r.Alternatives {
		if len(a) == 0 || len(a) > maxAlternatives {
			return false
		}
		for _, s := range a {
			if !s.sound(rec) {
				return false
			}
		}
	}
	return true
}

const (
	maxAlternatives = 20
	maxCount        = 50
)

func (s Signature) sound(rec Record) bool {
	if s.Count == All {
		return s.Role == RoleMember
	}
	if s.Count < 1 || s.Count > maxCount {
		return false
	}
	switch {
	case s.Role == RoleMember, s.Role == RoleProcurator:
		return true
	case strings.HasPrefix(string(s.Role), functionPrefix):
		return len(s.Role) > len(functionPrefix)
	}
	id, person := strings.CutPrefix(string(s.Role), personPrefix)
	return person && s.Count == 1 && slices.ContainsFunc(rec.Members, func(m Member) bool { return m.ID == MemberID(id) })
}

// statutory is the rule of a company whose text says nothing that we understand. In Poland it is that of the commercial
// companies code, art. 205 § 1 and 373 § 1: two members, or one with a procurator. Elsewhere it is all members.
func statutory(scheme string) []Alternative {
	if scheme == SchemeKRS {
		return []Alternative{{{RoleMember, 2}}, {{RoleMember, 1}, {RoleProcurator, 1}}}
	}
	return []Alternative{{{RoleMember, All}}}
}

// alternatives are those by which a record is evaluated.
func (r Rule) alternatives(rec Record) []Alternative {
	if r.Kind == Unparsed || !r.sound(rec) {
		return statutory(rec.Scheme)
	}
	return r.Alternatives
}
