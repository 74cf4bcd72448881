package ratelimit

import (
	"fmt"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// The response header fields of draft-ietf-httpapi-ratelimit-headers.
const (
	PolicyHeader = "RateLimit-Policy"
	QuotaHeader  = "RateLimit"
)

// PolicyField formats the RateLimit-Policy field: every policy with its limit and its window in seconds.
func PolicyField(policies []Policy) string {
	items := make([]string, len(policies))
	for i, p := range policies {
		items[i] = fmt.Sprintf(`"%s";q=%d;w=%d`, p.Name, p.Limit, Seconds(p.Window))
	}
	return strings.Join(items, ", ")
}

// QuotaField formats the RateLimit field: for each policy that the call counts towards, what remains and in how many
// seconds the window ends.
func QuotaField(quotas []Quota) string {
	items := make([]string, len(quotas))
	for i, q := range quotas {
		items[i] = fmt.Sprintf(`"%s";r=%d;t=%d`, q.Name, q.Remaining, Seconds(q.Reset))
	}
	return strings.Join(items, ", ")
}

// Violated returns the names of the policies that a call exceeds and when all of them allow it again.
func Violated(quotas []Quota) (names []string, wait time.Duration) {
	for _, q := range quotas {
		if q.Violated {
			names = append(names, q.Name)
			wait = max(wait, q.Reset)
		}
	}
	return names, wait
}

// Refusal is the error of a call that exceeds a policy; nil when it exceeds none.
func Refusal(quotas []Quota, message string) error {
	violated, wait := Violated(quotas)
	if len(violated) == 0 {
		return nil
	}
	e := fault.New(fault.RateLimited, message).WithExtension("violated-policies", violated)
	e.RetryAfter = wait
	return e
}

// Seconds rounds up, so that a client that waits that long has waited long enough.
func Seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
