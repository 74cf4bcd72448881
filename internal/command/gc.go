package command

import (
	"os"
	"runtime/debug"
)

// gcPercent is what GOGC would say. The programs hold some tens of MiB and make garbage at the pace of their work: letting
// the heap grow to four times of what is held costs memory that a container has anyway, and saves most of the collections.
const gcPercent = 300

// TuneGC sets how often garbage is collected, unless the environment says so by GOGC. GOMEMLIMIT holds in any case.
func TuneGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}
