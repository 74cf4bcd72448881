package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"
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

// print writes one resource: as JSON, or for people one line for each fact, and then a table for each list of objects.
func (a *app) print(v any) error {
	if a.json {
		return a.printJSON(v)
	}
	if d, ok := v.(deliveryDetail); ok {
		v = d.forPeople()
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	facts, lists, err := factsOf("", raw)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	for _, f := range facts {
		if text := textOf(f.value); text != "" {
			fmt.Fprintf(w, "%s\t%s\n", f.name, text)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, l := range lists {
		if err := a.printNested(l); err != nil {
			return err
		}
	}
	return nil
}

// printNested writes a list of objects that a resource has: its name, and a table of the members that any of them has.
func (a *app) printNested(list fact) error {
	var entries []json.RawMessage
	if err := json.Unmarshal(list.value, &entries); err != nil {
		return err
	}
	var columns []string
	rows := make([]map[string]string, len(entries))
	for i, entry := range entries {
		facts, lists, err := factsOf("", entry)
		if err != nil {
			return err
		}
		rows[i] = map[string]string{}
		for _, f := range append(facts, lists...) {
			if rows[i][f.name] = textOf(f.value); rows[i][f.name] != "" && !slices.Contains(columns, f.name) {
				columns = append(columns, f.name)
			}
		}
	}
	fmt.Fprintf(a.Out, "\n%s:\n", list.name)
	return a.table(columns, rows)
}

// printList writes a list: as JSON, or as a table of some members.
func printList[T any](a *app, list []T, columns ...string) error {
	if a.json {
		if list == nil {
			list = []T{}
		}
		return a.printJSON(list)
	}
	rows := make([]map[string]string, len(list))
	for i, v := range list {
		raw, err := json.Marshal(v)
		if err != nil {
			return err
		}
		facts, lists, err := factsOf("", raw)
		if err != nil {
			return err
		}
		rows[i] = map[string]string{}
		for _, f := range append(facts, lists...) {
			rows[i][f.name] = textOf(f.value)
		}
	}
	return a.table(columns, rows)
}

func (a *app) table(columns []string, rows []map[string]string) error {
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.ToUpper(strings.Join(columns, "\t")))
	for _, row := range rows {
		texts := make([]string, len(columns))
		for i, name := range columns {
			texts[i] = row[name]
		}
		fmt.Fprintln(w, strings.Join(texts, "\t"))
	}
	return w.Flush()
}

// A fact is one member of a resource; the name of a nested one is like next_action.url.
type fact struct {
	name  string
	value json.RawMessage
}

// factsOf are the members of an object in order, those of nested objects included; lists of objects are apart.
func factsOf(prefix string, object json.RawMessage) (facts, lists []fact, err error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil, nil, err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, nil, err
		}
		f := fact{name: prefix + fmt.Sprint(name)}
		if err := d.Decode(&f.value); err != nil {
			return nil, nil, err
		}
		switch {
		case bytes.HasPrefix(f.value, []byte("{")):
			inner, innerLists, err := factsOf(f.name+".", f.value)
			if err != nil {
				return nil, nil, err
			}
			facts, lists = append(facts, inner...), append(lists, innerLists...)
		case bytes.HasPrefix(f.value, []byte("[{")):
			lists = append(lists, f)
		default:
			facts = append(facts, f)
		}
	}
	return facts, lists, nil
}

// textOf is a value for people: a text without quotes, nothing for null, a list with commas, all else as JSON.
func textOf(raw json.RawMessage) string {
	var text string
	var list []string
	switch {
	case len(raw) == 0 || string(raw) == "null" || string(raw) == "[]":
		return ""
	case json.Unmarshal(raw, &text) == nil:
	case json.Unmarshal(raw, &list) == nil:
		text = strings.Join(list, ", ")
	default:
		text = string(raw)
	}
	// A control character would change what the terminal shows.
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
