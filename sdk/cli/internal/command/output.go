package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// paint colors texts for a terminal, unless NO_COLOR is set.
func (a *app) paint(stream io.Writer, code string) func(string) string {
	if a.Getenv("NO_COLOR") != "" || a.Getenv("TERM") == "dumb" || !terminal(stream) {
		return func(s string) string { return s }
	}
	return func(s string) string { return "\x1b[" + code + "m" + s + "\x1b[0m" }
}

// printJSON writes a value as JSON, indented.
func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// print writes one resource: as JSON, or one line for each member.
func (a *app) print(v any) error {
	if a.json {
		return a.printJSON(v)
	}
	members, names, err := membersOf(v)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	for _, name := range names {
		if text := textOf(members[name]); text != "" {
			fmt.Fprintf(w, "%s\t%s\n", name, text)
		}
	}
	return w.Flush()
}

// printList writes a list: as JSON, or as a table of some members.
func printList[T any](a *app, list []T, columns ...string) error {
	if a.json {
		if list == nil {
			list = []T{}
		}
		return a.printJSON(list)
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.ToUpper(strings.Join(columns, "\t")))
	for _, v := range list {
		members, _, err := membersOf(v)
		if err != nil {
			return err
		}
		texts := make([]string, len(columns))
		for i, name := range columns {
			texts[i] = textOf(members[name])
		}
		fmt.Fprintln(w, strings.Join(texts, "\t"))
	}
	return w.Flush()
}

// membersOf are the members of a value's JSON, and their names in order.
func membersOf(v any) (map[string]json.RawMessage, []string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(b, &members); err != nil {
		return nil, nil, err
	}
	var names []string
	d := json.NewDecoder(bytes.NewReader(b))
	_, err = d.Token()
	for err == nil && d.More() {
		var name json.Token
		var value json.RawMessage
		if name, err = d.Token(); err == nil {
			names, err = append(names, fmt.Sprint(name)), d.Decode(&value)
		}
	}
	return members, names, err
}

// textOf is a value for people: a text without quotes, nothing for null, a list with commas, all else as JSON.
func textOf(raw json.RawMessage) string {
	var text string
	var list []string
	switch {
	case len(raw) == 0 || slices.Contains([]string{"null", "[]", "{}"}, string(raw)):
		return ""
	case json.Unmarshal(raw, &text) == nil:
	case json.Unmarshal(raw, &list) == nil:
		text = strings.Join(list, ", ")
	default:
		text = string(raw)
	}
	// A control character would change what the terminal shows.
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
}
