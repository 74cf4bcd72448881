package command

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

const (
	// gcPercent is what GOGC would say. The programs hold some tens of MiB and make garbage at the pace of their work: letting
	// the heap grow to four times of what is held costs memory that a container has anyway, and saves most of the collections.
	gcPercent = 300
	// limitFile tells how much memory the container has (cgroup v2); what is not Go's takes the rest.
	limitFile  = "/sys/fs/cgroup/memory.max"
	limitShare = 0.9
)

// TuneGC sets how often garbage is collected, and near which use of memory more often, unless the environment says so by
// GOGC and GOMEMLIMIT.
func TuneGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	text, err := os.ReadFile(limitFile)
	if limit := memoryLimit(string(text)); err == nil && limit > 0 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

// memoryLimit is what Go may use of the container's memory, in bytes; 0 when it has no limit.
func memoryLimit(text string) int64 {
	most, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || most <= 0 { // "max"
		return 0
	}
	return int64(float64(most) * limitShare)
}
