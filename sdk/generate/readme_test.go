package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// walks are the programs that READMEs show parts of. They run against the whole system, so the examples do as well. The
// examples of the libraries that are not here are executed from the README itself.
var walks = map[string]string{
	"go":         "examples/walk/main.go",
	"typescript": "examples/walk.ts",
}

var examples = regexp.MustCompile("(?ms)^```(?:go|ts)\n(.*?)^```$")

func TestExamplesAreOfTheWalks(t *testing.T) {
	for language, program := range walks {
		t.Run(language, func(t *testing.T) {
			dir := filepath.Join("..", language)
			readme := lines(t, filepath.Join(dir, "README.md"))
			walk := lines(t, filepath.Join(dir, program))
			found := examples.FindAllStringSubmatch(readme, -1)
			if len(found) < 5 {
				t.Errorf("only %d examples", len(found))
			}
			for _, example := range found {
				if !strings.Contains(walk, example[1]) {
					t.Errorf("the walk does not have this example:\n%s", example[1])
				}
			}
		})
	}
}

// lines are those of a file, without indentation.
func lines(t *testing.T, path string) string {
	t.Helper()
	_ = os.Getenv("REPOSITORY_STATE") // the test cache knows no files outside of the module: see testkit/repository
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?m)^[ \t]+`).ReplaceAllString(string(b), "")
}
