package pgtest

import (
	"os"
	"syscall"
)

const (
	sharedMemory = "/dev/shm" // a file system in memory
	// free bytes: several test processes run at once, each with up to 1 GiB of WAL and its databases
	memoryNeeded = 4 << 30
)

// parentDir is where servers without durable data get their directories: in memory where there is room, since the
// creation and removal of a database is hundreds of files, which costs ext4 ten times the processor time.
func parentDir() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(sharedMemory, &fs); err != nil || fs.Bavail*uint64(fs.Bsize) < memoryNeeded {
		return os.TempDir()
	}
	return sharedMemory
}
