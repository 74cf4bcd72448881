// Package repository finds files of the repository for tests that need some outside of their module.
//
// Go's test cache knows what a test reads in its own module only, and nothing of programs that a test compiles. make
// check therefore names the state of all files in an environment variable, which Path and Read ask for: the cache knows
// the variables that a test has read, and runs the test again when any file has changed.
package repository

import (
	"errors"
	"os"
	"path/filepath"
)

// State is the variable. Without it, nothing depends on files outside of a module.
const State = "REPOSITORY_STATE"

// Root returns the top folder, which has go.work and is above the working folder.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", errors.New("there is no go.work above the working folder: run this inside of the repository")
		}
		dir = filepath.Dir(dir)
	}
}

// Path returns the path of a file or folder, by its path from the top folder.
func Path(name string) (string, error) {
	_ = os.Getenv(State)
	root, err := Root()
	return filepath.Join(root, filepath.FromSlash(name)), err
}

// Read returns what is in a file, by its path from the top folder.
func Read(name string) ([]byte, error) {
	path, err := Path(name)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
