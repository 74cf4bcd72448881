//go:build !linux

package pgtest

import "os"

// parentDir is where servers without durable data get their directories.
func parentDir() string { return os.TempDir() }
