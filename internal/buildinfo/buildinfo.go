// Package buildinfo says which build of the project a program is. The Makefile and deploy/docker/Dockerfile set both
// variables. The stamp that Go itself writes would name the commit, but not in an image, which is built without the
// repository.
package buildinfo

import (
	"fmt"
	"runtime"
)

// Set at link time.
var (
	version = "dev"
	commit  = "unknown"
)

// Version is the release, such as v1.0.0, or how git describes a commit between two releases; "dev" for a build that
// was not stamped.
func Version() string { return version }

// Commit is the hash of the commit that was built; "unknown" for a build that was not stamped.
func Commit() string { return commit }

// Go is the version of Go that compiled the program, which has the standard library that it contains.
func Go() string { return runtime.Version() }

// String is all of it in one line.
func String() string {
	return fmt.Sprintf("%s (commit %s, %s, %s/%s)", version, commit, Go(), runtime.GOOS, runtime.GOARCH)
}
