package docs

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A Kind says what a Piece of a file is.
type Kind int

// The kinds. In files other than Go, every line is Prose.
const (
	Prose Kind = iota // a comment or a line of a document
	Text              // a string literal
	Name              // an identifier, its words separated: "maxOpenConns" is "max open conns"
)

// A Piece is a part of a file that somebody reads.
type Piece struct {
	File string // from the root of the repository
	Line int
	Kind Kind
	Text string
}

func (p Piece) String() string {
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, strings.TrimSpace(p.Text))
}

// appliedDecisions is the number of the last decision that was made before the checks of this package.
const appliedDecisions = 13

var (
	readable   = []string{".go", ".proto", ".sql", ".md", ".html", ".yaml", ".yml", ".sh", ".conf"}
	notOurs    = regexp.MustCompile(`^(proto/gen|proto/openapi|third_party)/|/testdata/|^sdk/.*\.gen\.go$|^tools/docs/\w+\.go$|^docs/glossary\.md$`)
	notEnglish = regexp.MustCompile(`_pl\.go$`)
	decision   = regexp.MustCompile(`^docs/decisions/(\d+)-`)
)

// Checked reports whether the file at a path is text of ours that can change.
func Checked(file string) bool {
	switch {
	case notOurs.MatchString(file) || notEnglish.MatchString(file):
		return false
	case path.Base(file) == "Makefile":
		return true
	}
	if m := decision.FindStringSubmatch(file); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n > appliedDecisions
	}
	return slices.Contains(readable, path.Ext(file))
}

// Files lists the files of the repository at root, tracked or new.
func Files(root string) ([]string, error) {
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	var files []string
	for file := range strings.SplitSeq(string(out), "\x00") {
		// one that was deleted is listed until the next commit
		if _, err := os.Stat(filepath.Join(root, file)); file != "" && err == nil {
			files = append(files, file)
		}
	}
	return files, nil
}

// Read returns the pieces of all files of the repository at root that are checked.
func Read(root string) ([]Piece, error) {
	files, err := Files(root)
	if err != nil {
		return nil, err
	}
	var all []Piece
	for _, file := range files {
		if !Checked(file) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		all = append(all, Pieces(file, content)...)
	}
	return all, nil
}

// Pieces takes a file apart.
func Pieces(file string, content []byte) []Piece {
	if path.Ext(file) == ".go" {
		return goPieces(file, content)
	}
	var all []Piece
	for i, line := range strings.Split(string(content), "\n") {
		all = append(all, Piece{File: file, Line: i + 1, Text: line})
	}
	return all
}

func goPieces(file string, content []byte) []Piece {
	var all []Piece
	var s scanner.Scanner
	set := token.NewFileSet()
	f := set.AddFile(file, -1, len(content))
	s.Init(f, content, func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, lit := s.Scan()
		kind := Prose
		switch tok {
		case token.EOF:
			return all
		case token.COMMENT:
		case token.STRING:
			kind = Text
		case token.IDENT:
			kind, lit = Name, split(lit)
		default:
			continue
		}
		for i, line := range strings.Split(lit, "\n") {
			all = append(all, Piece{File: file, Line: f.Line(pos) + i, Kind: kind, Text: line})
		}
	}
}

// split separates the words of an identifier: "HTTPServerName" is "http server name".
func split(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) || r == '_' {
			b.WriteByte(' ')
		}
		if r != '_' {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}
