package person

import (
	"strings"
	"unicode"
	"unicode/utf8"

	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// A Person acts for the payments company.
type Person struct {
	Subject string // at the identity provider
	Name    string // for people who read the audit trail
	Email   string // likewise
	Roles   []optionsv1.Role
}

// Bounds of what a token says, in bytes: those of OpenID Connect and of e-mail, and names that people have.
const (
	maxSubject = 255
	maxText    = 320
	maxRoles   = 16
)

// ValidSubject reports whether a text can name a person: it is not empty, short enough for a token, and shows as it is.
func ValidSubject(s string) bool {
	return s != "" && len(s) <= maxSubject && utf8.ValidString(s) && strings.IndexFunc(s, hidden) < 0
}

// Readable is what a token may have of a name or an address: characters that show, as many as fit.
func Readable(s string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "") {
		if !hidden(r) && b.Len()+utf8.RuneLen(r) <= maxText {
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
}

// hidden reports whether a character does not show, such as one that ends a line or turns the direction of those that
// follow.
func hidden(r rune) bool { return !unicode.IsPrint(r) }

// HasAny reports whether the person has one of the roles.
func (p Person) HasAny(roles []optionsv1.Role) bool {
	for _, want := range roles {
		for _, has := range p.Roles {
			if has == want && has != optionsv1.Role_ROLE_UNSPECIFIED {
				return true
			}
		}
	}
	return false
}

const rolePrefix = "ROLE_"

// RoleName is a role as tokens and claims have it: `viewer`.
func RoleName(r optionsv1.Role) string {
	return strings.ToLower(strings.TrimPrefix(r.String(), rolePrefix))
}

// RoleNames are several.
func RoleNames(roles []optionsv1.Role) []string {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = RoleName(r)
	}
	return names
}

// ParseRoles reads names of roles. Unknown names are left out: a claim of an identity provider may have more, and a
// console that is newer than a service may know roles that the service does not.
func ParseRoles(names []string) []optionsv1.Role {
	var roles []optionsv1.Role
	for _, name := range names {
		r := optionsv1.Role(optionsv1.Role_value[rolePrefix+strings.ToUpper(name)])
		if r != optionsv1.Role_ROLE_UNSPECIFIED && !(Person{Roles: roles}).HasAny([]optionsv1.Role{r}) {
			roles = append(roles, r)
		}
	}
	return roles
}
