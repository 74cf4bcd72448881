package docs

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

var toFile = regexp.MustCompile(`\[([^\]]+)\]\(\.\./([^)]+)\)`)

// Where returns what is wrong with a table of rules in Markdown, `| rule | file | test |`: each row names at least one
// file and one test, as [package/file.go](../path/package/file.go) and [TestName](../path_test.go), and they exist.
// read returns the content of a file, or false.
func Where(table string, read func(file string) (string, bool)) (faults []string) {
	rows := 0
	for i, line := range strings.Split(table, "\n") {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 || strings.HasPrefix(strings.TrimSpace(cells[0]), "---") ||
			strings.TrimSpace(cells[0]) == "rule" {
			continue
		}
		rows++
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Sprintf("line %d: ", i+1)+fmt.Sprintf(format, args...))
		}
		in, tests := toFile.FindAllStringSubmatch(cells[1], -1), toFile.FindAllStringSubmatch(cells[2], -1)
		if len(in) == 0 || len(tests) == 0 {
			fault("want a file and a test")
		}
		for _, f := range in {
			if _, ok := read(f[2]); !ok {
				fault("no file %s", f[2])
			} else if !strings.HasSuffix(f[2], f[1]) {
				fault("%s is shown as %s", f[2], f[1])
			}
		}
		for _, f := range tests {
			test, file := f[1], f[2]
			if content, exists := read(file); !exists {
				fault("no file %s", file)
			} else if path.Ext(file) == ".go" &&
				!regexp.MustCompile(`(?m)^func `+regexp.QuoteMeta(test)+`\(`).MatchString(content) {
				fault("no test %s in %s", test, file)
			}
		}
	}
	if rows == 0 {
		faults = append(faults, "no rules")
	}
	return faults
}
