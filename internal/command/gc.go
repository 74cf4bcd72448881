package command

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

const (
	// gcPercent replaces the default of GOGC. The live heap is some tens of MiB: letting the heap grow to four times that
	// costs memory that a container has anyway, and saves most of the collections.
	gcPercent = 300
	// limitFile has the memory limit of the container (cgroup v2); the rest is for memory outside the Go heap.
	limitFile  = "/sys/fs/cgroup/memory.max"
	limitShare = 0.9
)

// TuneGC sets GC percent and memory limit, unless the environment does by GOGC and GOMEMLIMIT.
func TuneGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	text, err := os.ReadFile(limitFile)
	if limit := memoryLimit(string(text)); err == nil && limit > 0 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

// memoryLimit is the part of the container's memory that Go may use, in bytes; 0 when there is no limit.
func memoryLimit(text string) int64 {
	most, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || most <= 0 { // "max"
		return 0
	}
	return int64(float64(most) * limitShare)
}
