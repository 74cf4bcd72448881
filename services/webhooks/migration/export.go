package migration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Sources are the systems whose exports can be read.
const (
	Svix   = "svix"
	Convoy = "convoy"
)

// Read reads an export: JSON documents one after another, each an answer of the other system's API with the path of its
// request: {"path": "/api/v1/app", "body": {...}}.
func Read(source string, export []byte) (Plan, error) {
	var answers []answer
	d := json.NewDecoder(bytes.NewReader(export))
	for {
		var a answer
		err := d.Decode(&a)
		if errors.Is(err, io.EOF) {
			break
		}
		n := len(answers) + 1
		if err != nil {
			return Plan{}, fmt.Errorf("document %d is not JSON with path and body: %w", n, err)
		}
		path, _, _ := strings.Cut(a.Path, "?")
		_, path, found := strings.Cut(path, "/v1/")
		if !found || len(a.Body) == 0 {
			return Plan{}, fmt.Errorf(`document %d has no body, or no path like "/api/v1/..."`, n)
		}
		a.segments = strings.Split(strings.Trim(path, "/"), "/")
		answers = append(answers, a)
	}
	if len(answers) == 0 {
		return Plan{}, errors.New("has no document")
	}
	if source == Convoy {
		return readConvoy(answers)
	}
	return readSvix(answers)
}

// An answer is one of the other system's API.
type answer struct {
	Path string          `json:"path"`
	Body json.RawMessage `json:"body"`

	segments []string // of the path, behind the version
}

// is reports whether the path is of the pattern, in which * is any segment.
func (a answer) is(pattern ...string) bool {
	return slices.EqualFunc(a.segments, pattern, func(s, p string) bool { return s == p || p == "*" })
}

// into reads the body. The error names the path, and nothing of the content.
func (a answer) into(v any) error {
	if json.Unmarshal(a.Body, v) != nil {
		return fmt.Errorf("%s: the body is not the documented answer", a.Path)
	}
	return nil
}

// others are the members of an object that are set and not known, in order.
func others(object json.RawMessage, known ...string) []string {
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return nil
	}
	maps.DeleteFunc(members, func(name string, value json.RawMessage) bool {
		return slices.Contains(known, name) ||
			slices.Contains([]string{"null", "{}", "[]", `""`, "0", "false"}, string(value))
	})
	return slices.Sorted(maps.Keys(members))
}

// lists are the paths of lists, and whether their last page is there.
type lists map[string]bool

func (l lists) page(a answer, last bool) {
	path := strings.Join(a.segments, "/")
	l[path] = l[path] || last
}

// check refuses an export without the last page of a list: what is on it would be missing.
func (l lists) check() error {
	for _, path := range slices.Sorted(maps.Keys(l)) {
		if !l[path] {
			return fmt.Errorf("the last page of %s is missing: export all pages of the list", path)
		}
	}
	return nil
}
