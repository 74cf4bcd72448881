package console

import (
	"fmt"
	"slices"
	"strings"
)

// AllRoles are the roles that people may have.
var AllRoles = []string{"viewer", "support", "reviewer", "finance", "administrator"}

// RoleMap says which role a group of the identity provider has. A group that it does not name has the role of its own
// name, if there is one.
type RoleMap map[string]string

// ParseRoleMap reads group=role pairs, comma-separated.
func ParseRoleMap(list string) (RoleMap, error) {
	m := RoleMap{}
	for pair := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		group, role, ok := strings.Cut(pair, "=")
		group, role = strings.TrimSpace(group), strings.TrimSpace(role)
		if !ok || group == "" || !slices.Contains(AllRoles, role) {
			return nil, fmt.Errorf("%q: want group=role with one of the roles %s", pair, strings.Join(AllRoles, ", "))
		}
		m[group] = role
	}
	return m, nil
}

// Roles are those of someone in the groups, in the order of AllRoles.
func (m RoleMap) Roles(groups []string) []string {
	var out []string
	for _, role := range AllRoles {
		if slices.ContainsFunc(groups, func(group string) bool {
			if mapped, ok := m[group]; ok {
				return mapped == role
			}
			return group == role
		}) {
			out = append(out, role)
		}
	}
	return out
}
