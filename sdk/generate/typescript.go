package main

import (
	"fmt"
	"strings"
	"text/template"

	"github.com/partnerline/partnerline/sdk/generate/ir"
)

var typescriptLanguage = language{
	dir: "typescript",
	files: []file{
		{template: "client.tmpl", path: "src/client.gen.ts"},
		{template: "models.tmpl", path: "src/models.gen.ts"},
		{template: "codes.tmpl", path: "src/codes.gen.ts"},
	},
	generated: "src/*.gen.ts",
	funcs: template.FuncMap{"type": tsType, "field": tsField, "doc": tsDoc, "optional": tsOptional, "base": tsBase,
		"notes": tsNotes, "secrets": tsSecrets},
}

// tsType is a type as it is in JSON: nothing is converted, so that nothing is lost.
func tsType(prefix string, t *ir.Type) string {
	switch t.Kind {
	case ir.KindInt32, ir.KindInt64, ir.KindFloat:
		return "number"
	case ir.KindBool:
		return "boolean"
	case ir.KindModel:
		return prefix + t.Model.Name.Pascal()
	case ir.KindEnum:
		return prefix + t.Enum.Name.Pascal()
	case ir.KindList:
		return tsType(prefix, t.Elem) + "[]"
	case ir.KindMap:
		return "Record<string, " + tsType(prefix, t.Elem) + ">"
	case ir.KindObject:
		return "Record<string, unknown>"
	case ir.KindFile:
		return "FileContent"
	case ir.KindUnknown:
		return "unknown"
	case ir.KindString, ir.KindTime, ir.KindDate:
	}
	return "string"
}

func tsField(m *ir.Model, f *ir.Field) string {
	name, t := f.JSON, tsType("", f.Type)
	if m.Input && !f.Required {
		name += "?"
	}
	if f.Nullable {
		t += " | null"
	}
	return fmt.Sprintf("%s: %s", name, t)
}

// tsDoc is a text as a comment of documentation.
func tsDoc(indent, text string) string {
	text = strings.ReplaceAll(text, "*/", "*\\/")
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return indent + "/**\n" + comment(indent+" * ", text) + "\n" + indent + " */\n"
}

// tsOptional reports whether parameters may be left out as a whole.
func tsOptional(m *ir.Model) bool {
	for _, f := range m.Fields {
		if f.Required {
			return false
		}
	}
	return true
}

// tsBase is what comes before the name of the second method of a list, `listPage`.
func tsBase(m *ir.Method) string { return m.Name.Camel() + "Page" }

// tsSecrets are the paths to the secrets in the answer of a method; empty: there are none.
func tsSecrets(m *ir.Method) string {
	var out []string
	for _, p := range m.Result.Secrets() {
		if m.Unwrap {
			p = append([]string{"data"}, p...)
		}
		out = append(out, "['"+strings.Join(p, "', '")+"']")
	}
	if out == nil {
		return ""
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// tsNotes is what the documentation of a method says beside its description.
func tsNotes(m *ir.Method) (out string) {
	if m.OnBehalfOf {
		out += "\n\nTakes the option onBehalfOf."
	}
	if m.IfMatch {
		out += "\n\nTakes the option ifMatch."
	}
	return out
}
