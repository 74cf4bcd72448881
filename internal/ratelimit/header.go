package ratelimit

import (
	"fmt"
	"strings"
	"time"
)

// The response header fields of draft-ietf-httpapi-ratelimit-headers.
const (
	PolicyHeader = "RateLimit-Policy"
	QuotaHeader  = "RateLimit"
)

// PolicyField spells the RateLimit-Policy field: every policy with its quota and its window in seconds.
func PolicyField(policies []Policy) string {
	items := make([]string, len(policies))
	for i, p := range policies {
		items[i] = fmt.Sprintf(`"%s";q=%d;w=%d`, p.Name, p.Limit, Seconds(p.Window))
	}
	return strings.Join(items, ", ")
}

// QuotaField spells the RateLimit field: for each policy that the call counts against, what remains and in how many seconds
// the quota is whole again.
func QuotaField(quotas []Quota) string {
	items := make([]string, len(quotas))
	for i, s := range quotas {
		items[i] = fmt.Sprintf(`"%s";r=%d;t=%d`, s.Name, s.Remaining, Seconds(s.Reset))
	}
	return strings.Join(items, ", ")
}

// Violated returns the names of the policies that a call exceeds and when none of them stands in its way any more.
func Violated(quotas []Quota) (names []string, wait time.Duration) {
	for _, s := range quotas {
		if s.Violated {
			names = append(names, s.Name)
			wait = max(wait, s.Reset)
		}
	}
	return names, wait
}

// Seconds rounds up: whoever waits that long has waited long enough.
func Seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
