package register

import (
	"time"
)

// A Limit is how many calls a register allows in a time.
type Limit struct {
	Calls  int
	Within time.Duration
}
