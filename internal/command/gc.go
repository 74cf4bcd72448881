package command

import (
	"io/fs"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

const (
	// gcPercent replaces the default of GOGC. The live heap is some tens of MiB: letting the heap grow to four times that
	// costs memory that a container has anyway, and saves most of the collections.
	gcPercent = 300
	// limitShare is the part of the container's memory that Go may use; the rest is for memory outside the Go heap.
	limitShare = 0.9
	// unlimited is more than any machine has: cgroup v1 writes the largest multiple of a page for no limit.
	unlimited = 1 << 50
)

// limitFiles have the memory limit of the container, below /sys/fs/cgroup: of cgroup v2, and of v1.
var limitFiles = []string{"memory.max", "memory/memory.limit_in_bytes"}

// TuneGC sets GC percent and memory limit, unless the environment does by GOGC and GOMEMLIMIT.
func TuneGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if limit := memoryLimit(os.DirFS("/sys/fs/cgroup")); limit > 0 {
		debug.SetMemoryLimit(limit)
	}
}

// memoryLimit is the part of the container's memory that Go may use, in bytes; 0 when there is no limit.
func memoryLimit(cgroup fs.FS) int64 {
	for _, file := range limitFiles {
		text, err := fs.ReadFile(cgroup, file)
		if err != nil {
			continue
		}
		most, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err != nil || most <= 0 || most >= unlimited { // "max"
			return 0
		}
		return int64(float64(most) * limitShare)
	}
	return 0
}
