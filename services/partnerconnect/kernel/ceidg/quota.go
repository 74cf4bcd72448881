package ceidg

import (
	"strconv"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
)

// quotaName is that of the quota in the database.
const quotaName = "ceidg"

// callLimits are how many calls of a token the API answers. It blocks a token that makes more.
var callLimits = []register.Limit{{Calls: 50, Within: 3 * time.Minute}, {Calls: 1000, Within: time.Hour}}

// refusedFor is how long no call is made after a refusal: the seconds that it names, at most an hour, or the shorter
// limit's time when it names none.
func refusedFor(retryAfter string) time.Duration {
	if seconds, err := strconv.Atoi(retryAfter); err == nil && seconds > 0 {
		return min(time.Duration(seconds)*time.Second, callLimits[1].Within)
	}
	return callLimits[0].Within
}
