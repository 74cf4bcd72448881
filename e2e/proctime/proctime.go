// Package proctime reads the processor time of processes from /proc.
package proctime

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// A Process is what /proc says of one.
type Process struct {
	Parent int           // its id
	CPU    time.Duration // until now, that of its ended children included
}

// tick is the unit of times in /proc: USER_HZ, 100 on all that Linux runs on.
const tick = 10 * time.Millisecond

// Read reads /proc/PID/stat, see proc(5).
func Read(pid int) (p Process, err error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return p, err
	}
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:]) // from the third field on
	if len(f) < 15 {
		return p, fmt.Errorf("/proc/%d/stat has %d fields", pid, len(f))
	}
	if p.Parent, err = strconv.Atoi(string(f[1])); err != nil {
		return p, err
	}
	for _, field := range f[11:15] { // utime, stime, cutime, cstime
		ticks, err := strconv.Atoi(string(field))
		if err != nil {
			return p, err
		}
		p.CPU += time.Duration(ticks) * tick
	}
	return p, nil
}

// Family is the processor time of a process and its children until now, such as that of Postgres.
func Family(pid int) (sum time.Duration, err error) {
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0, err
	}
	for _, dir := range dirs {
		id, _ := strconv.Atoi(filepath.Base(dir))
		if p, err := Read(id); err == nil && (p.Parent == pid || id == pid) {
			sum += p.CPU
		}
	}
	return sum, nil
}
