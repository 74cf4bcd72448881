package docs

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

var code = regexp.MustCompile("`([^`]+)`")

// Where returns what is wrong with a table of rules in Markdown, `| rule | file | test |`: each row names at least one file and one
// test, as `path` and `path_test.go:TestName`, and they exist. read returns the content of a file, or false.
func Where(table string, read func(file string) (string, bool)) (faults []string) {
	rows := 0
	for i, line := range strings.Split(table, "\n") {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 || strings.HasPrefix(strings.TrimSpace(cells[0]), "---") || strings.TrimSpace(cells[0]) == "rule" {
			continue
		}
		rows++
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Sprintf("line %d: ", i+1)+fmt.Sprintf(format, args...))
		}
		in, tests := code.FindAllStringSubmatch(cells[1], -1), code.FindAllStringSubmatch(cells[2], -1)
		if len(in) == 0 || len(tests) == 0 {
			fault("want a file and a test")
		}
		for _, f := range in {
			if _, ok := read(f[1]); !ok {
				fault("no file %s", f[1])
			}
		}
		for _, f := range tests {
			file, test, ok := strings.Cut(f[1], ":")
			if content, exists := read(file); !ok || !exists {
				fault("no file %s, or no test named in it: write path_test.go:TestName", file)
			} else if path.Ext(file) == ".go" && !regexp.MustCompile(`(?m)^func `+regexp.QuoteMeta(test)+`\(`).MatchString(content) {
				fault("no test %s in %s", test, file)
			}
		}
	}
	if rows == 0 {
		faults = append(faults, "no rules")
	}
	return faults
}
