package main

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/partnerline/partnerline/sdk/generate/ir"
)

//go:embed templates
var templates embed.FS

// languages are the libraries that there are.
var languages = []language{goLanguage, typescriptLanguage, pythonLanguage, javaLanguage, brunoLanguage}

// A language says how the representation becomes files: templates, the functions that they use, and what is done to
// their output.
type language struct {
	dir   string // below sdk
	files []file
	// Files and directories of an earlier run, below the directory of the language; they are removed first, for a model
	// may have got another name.
	generated string
	funcs     template.FuncMap
	format    func([]byte) ([]byte, error) // nil: as the template wrote it
}

// A file is the output of one template of templates/<language>.
type file struct {
	template string
	// Below the directory of the language; with each a template itself, such as `{{.Name.Pascal}}.java`.
	path string
	// One file for each of these, which is the data of the template; nil: one file, of the library.
	each func(*ir.Library) []any
}

func (l language) write(dir string, lib *ir.Library) error {
	funcs := maps.Clone(l.funcs)
	maps.Copy(funcs, common)
	t, err := template.New("").Funcs(funcs).ParseFS(templates, path.Join("templates", l.dir, "*.tmpl"))
	if err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(l.generated)))
	if err != nil {
		return err
	}
	for _, name := range old {
		if err := os.RemoveAll(name); err != nil {
			return err
		}
	}
	for _, f := range l.files {
		data := []any{lib}
		if f.each != nil {
			data = f.each(lib)
		}
		for _, d := range data {
			if err := l.one(t, f, dir, d); err != nil {
				return fmt.Errorf("%s: %w", f.template, err)
			}
		}
	}
	return nil
}

func (l language) one(t *template.Template, f file, dir string, data any) error {
	var name, out bytes.Buffer
	path, err := template.New("").Parse(f.path)
	if err != nil {
		return err
	}
	if err := path.Execute(&name, data); err != nil {
		return err
	}
	if err := t.ExecuteTemplate(&out, f.template, data); err != nil {
		return err
	}
	text := out.Bytes()
	if l.format != nil {
		if text, err = l.format(text); err != nil {
			return fmt.Errorf("%w\n%s", err, out.Bytes())
		}
	}
	to := filepath.Join(dir, filepath.FromSlash(name.String()))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil { //nolint:gosec // sources are for all to read
		return err
	}
	return os.WriteFile(to, text, 0o644) //nolint:gosec // sources are for all to read
}

// common are the functions that the templates of all languages have.
var common = template.FuncMap{
	"comment": comment,
	"dict":    dict,
	"lower":   func(s string) string { return strings.ToLower(s[:min(1, len(s))]) + s[min(1, len(s)):] },
}

// commentWidth is the length of a line of comment, with its prefix.
const commentWidth = 120

// comment is a text as lines that begin with a prefix, wrapped. Lists keep their lines.
func comment(prefix, text string) string {
	var out []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.TrimRight(line, "\n ")
		if line == "" {
			out = append(out, strings.TrimRight(prefix, " "))
			continue
		}
		indent := ""
		if strings.HasPrefix(line, "- ") {
			indent = "  "
		}
		current := prefix
		for i, word := range strings.Fields(line) {
			switch {
			case i == 0:
				current += word
			case len(current)+1+len(word) > commentWidth:
				out = append(out, current)
				current = prefix + indent + word
			default:
				current += " " + word
			}
		}
		out = append(out, current)
	}
	return strings.Join(out, "\n")
}

// dict passes several values to a template: names and values in turn.
func dict(pairs ...any) (map[string]any, error) {
	out := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		key, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("dict: %v is no name", pairs[i])
		}
		out[key] = pairs[i+1]
	}
	return out, nil
}

// visitTypes visits a type and what it is made of.
func visitTypes(t *ir.Type, visit func(*ir.Type)) {
	for ; t != nil; t = t.Elem {
		visit(t)
	}
}
