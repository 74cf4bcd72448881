package docs

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	mdLink   = regexp.MustCompile(`\[[^\]]*\]\([^)]*\)`) // checked by Links
	document = regexp.MustCompile(`[\w./-]*\w\.md\b`)
	link     = regexp.MustCompile(`(?:\]\(|<img src=")([^)"\s]+)[)"]`)
	inCode   = regexp.MustCompile("`((?:services|internal|tools|e2e|testkit|proto|deploy)/[\\w./-]+)`")
	ofTest   = regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w*)`")
	heading  = regexp.MustCompile(`^#+ (.+)`)
	notSlug  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	standard = regexp.MustCompile(`\b(RFC|ISO|BCP)[ -]?\d+,?( section)? [0-9.]+`)
	// absent is how documents are cited that only their authors have: readers of the repository cannot look them up.
	absent = regexp.MustCompile(`\brequirements?,? (sections? )?\d|\bsections? \d|\bspec: |\b[ABDFHS]\d{1,2}(\.\d+)?\b`)
	names3 = regexp.MustCompile(`\b(S3|A4|H2C?)\b`) // Amazon's protocol, paper, HTTP/2
)

// Citations returns the pieces that refer to a document that is not among the files, or to a section of one that is not
// named.
func Citations(files []string, pieces []Piece) (faults []string) {
	for _, p := range pieces {
		if p.Kind != Prose || path.Ext(p.File) == ".yaml" || path.Ext(p.File) == ".html" {
			continue
		}
		text := standard.ReplaceAllString(names3.ReplaceAllString(p.Text, ""), "")
		if m := absent.FindString(text); m != "" {
			faults = append(faults, fmt.Sprintf("%s\n    cites %q: state the rule, or name a document of the repository", p, m))
			continue
		}
		for _, name := range document.FindAllString(mdLink.ReplaceAllString(p.Text, ""), -1) {
			if !exists(files, p.File, name) {
				faults = append(faults, fmt.Sprintf("%s\n    cites %s, which is not in the repository", p, name))
			}
		}
	}
	return faults
}

// exists reports whether a file is meant by a name: from the root, from docs, or from the directory of the file that
// names it.
func exists(files []string, from, name string) bool {
	for _, dir := range []string{"", "docs", "docs/decisions", path.Dir(from)} {
		if slices.Contains(files, path.Join(dir, name)) {
			return true
		}
	}
	return false
}

// isPath reports whether there is a file or a directory at a path.
func isPath(files []string, name string) bool {
	within := strings.TrimSuffix(name, "/") + "/"
	return slices.Contains(files, name) ||
		slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(f, within) })
}

// Links returns the links and paths of Markdown documents, to files of the repository or to headings, that lead
// nowhere.
func Links(files []string, pieces []Piece) (faults []string) {
	anchors := map[string][]string{}
	for _, p := range pieces {
		if m := heading.FindStringSubmatch(p.Text); m != nil && path.Ext(p.File) == ".md" {
			slug := strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
			anchors[p.File] = append(anchors[p.File], slug)
		}
	}
	for _, p := range pieces {
		if path.Ext(p.File) != ".md" {
			continue
		}
		for _, m := range inCode.FindAllStringSubmatch(p.Text, -1) {
			// the latter are made at installation
			placeholder := strings.Contains(m[1], "NNNN") || strings.Contains(m[1], "/secrets/")
			if !placeholder && !isPath(files, m[1]) {
				faults = append(faults, fmt.Sprintf("%s:%d: no file at %s", p.File, p.Line, m[1]))
			}
		}
		for _, m := range link.FindAllStringSubmatch(p.Text, -1) {
			name, anchor, _ := strings.Cut(m[1], "#")
			target := path.Join(path.Dir(p.File), name)
			if name == "" {
				target = p.File
			}
			switch {
			case strings.Contains(m[1], "://"):
			case !isPath(files, target):
				faults = append(faults, fmt.Sprintf("%s:%d: no file at %s", p.File, p.Line, m[1]))
			case anchor != "" && anchors[target] != nil && !slices.Contains(anchors[target], anchor):
				faults = append(faults, fmt.Sprintf("%s:%d: no heading at %s", p.File, p.Line, m[1]))
			}
		}
	}
	return faults
}

// Pictures returns the pictures that no Markdown document shows.
func Pictures(files []string, pieces []Piece) (faults []string) {
	shown := map[string]bool{}
	for _, p := range pieces {
		if path.Ext(p.File) == ".md" {
			for _, m := range link.FindAllStringSubmatch(p.Text, -1) {
				shown[path.Join(path.Dir(p.File), m[1])] = true
			}
		}
	}
	for _, f := range files {
		if strings.HasPrefix(f, "docs/images/") && !shown[f] {
			faults = append(faults, f+": no document shows it")
		}
	}
	return faults
}

// Tests returns the tests that Markdown documents name and that are not among those that there are.
func Tests(there map[string]bool, pieces []Piece) (faults []string) {
	for _, p := range pieces {
		if path.Ext(p.File) != ".md" {
			continue
		}
		for _, m := range ofTest.FindAllStringSubmatch(p.Text, -1) {
			if !there[m[1]] {
				faults = append(faults, fmt.Sprintf("%s:%d: no test %s", p.File, p.Line, m[1]))
			}
		}
	}
	return faults
}
