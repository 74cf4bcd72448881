package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/partnerline/partnerline/sdk/generate/ir"
)

var pythonLanguage = language{
	dir: "python",
	files: []file{
		{template: "version.tmpl", path: "src/partnerline/_version.py"},
		{template: "models.tmpl", path: "src/partnerline/models.py"},
		{template: "enums.tmpl", path: "src/partnerline/enums.py"},
		{template: "codes.tmpl", path: "src/partnerline/codes.py"},
		{template: "resources.tmpl", path: "src/partnerline/resources/__init__.py"},
		{template: "resource.tmpl", path: "src/partnerline/resources/{{.Name.Snake}}.py",
			each: func(l *ir.Library) (out []any) {
				for _, r := range l.Resources {
					out = append(out, r)
				}
				return out
			}},
	},
	generated: "src/partnerline/resources/*.py",
	funcs: template.FuncMap{
		"type": pythonType, "field": pythonField, "decode": pythonDecode, "member": pythonMember, "id": pythonName,
		"doc": pythonDoc, "imports": pythonImports, "required": pythonRequired, "needs": pythonNeeds,
	},
}

// pythonKeywords are names that a member or a value cannot have.
var pythonKeywords = []string{
	"and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
	"finally", "for", "from",
	"global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
	"with", "yield",
	"false", "none", "true", "self",
}

// pythonName is a name of a member, a parameter or a method.
func pythonName(n ir.Name) string {
	if s := n.Snake(); !slices.Contains(pythonKeywords, s) {
		return s
	}
	return n.Snake() + "_"
}

// pythonType is a type as Python writes it. Lists are named in full, for a resource has a method of that name.
func pythonType(t *ir.Type) string {
	switch t.Kind {
	case ir.KindInt32, ir.KindInt64:
		return "int"
	case ir.KindFloat:
		return "float"
	case ir.KindBool:
		return "bool"
	case ir.KindTime:
		return "datetime"
	case ir.KindDate:
		return "date"
	case ir.KindModel:
		return t.Model.Name.Pascal()
	case ir.KindEnum:
		return t.Enum.Name.Pascal()
	case ir.KindList:
		return "builtins.list[" + pythonType(t.Elem) + "]"
	case ir.KindMap:
		return "dict[str, " + pythonType(t.Elem) + "]"
	case ir.KindObject:
		return "dict[str, Any]"
	case ir.KindFile:
		return "bytes | IO[bytes]"
	case ir.KindUnknown:
		return "Any"
	case ir.KindString:
	}
	return "str"
}

// pythonInput is a type in requests, which take texts for values of enumerations.
func pythonInput(t *ir.Type) string {
	switch {
	case t.Kind == ir.KindEnum:
		return pythonType(t) + " | str"
	case t.Kind == ir.KindList && t.Elem.Kind == ir.KindEnum:
		return pythonType(t) + " | builtins.list[str]"
	}
	return pythonType(t)
}

// pythonField is a member with its type; what a request may leave out is absent by default, for None is null there.
func pythonField(m *ir.Model, f *ir.Field) string {
	t := pythonType(f.Type)
	if m.Input {
		t = pythonInput(f.Type)
	}
	switch {
	case pythonRequired(f):
		if f.Nullable {
			t += " | None"
		}
	case f.In == ir.InQuery:
		t += " | None = None"
	case m.Input && f.Nullable:
		t += " | None | Absent = ABSENT"
	case m.Input:
		t += " | Absent = ABSENT"
	case f.Nullable && f.Type.Kind != ir.KindUnknown:
		t += " | None"
	}
	if f.Secret {
		t += " = field(repr=False)"
	}
	return pythonName(f.Name) + ": " + t
}

// pythonRequired reports whether a parameter has no default.
func pythonRequired(f *ir.Field) bool {
	return f.Required && f.In != ""
}

// pythonDecode is a function that makes a value of what JSON has; empty when they are the same.
func pythonDecode(t *ir.Type) string {
	switch t.Kind {
	case ir.KindTime:
		return "_values.time"
	case ir.KindDate:
		return "date.fromisoformat"
	case ir.KindModel:
		return t.Model.Name.Pascal() + ".from_dict"
	case ir.KindEnum:
		return t.Enum.Name.Pascal()
	case ir.KindList:
		if of := pythonDecode(t.Elem); of != "" {
			return "lambda v: _values.each(" + of + ", v)"
		}
	case ir.KindMap:
		if of := pythonDecode(t.Elem); of != "" {
			return "lambda v: _values.each_value(" + of + ", v)"
		}
	case ir.KindString, ir.KindInt32, ir.KindInt64, ir.KindFloat, ir.KindBool, ir.KindObject, ir.KindFile, ir.KindUnknown:
	}
	return ""
}

// pythonMember reads a member of an answer. One that the answer lacks is null, or empty where it cannot be null.
func pythonMember(f *ir.Field) string {
	get := fmt.Sprintf("data.get(%q)", f.JSON)
	if f.Nullable {
		if decode := pythonDecode(f.Type); decode != "" {
			return "_values.null(" + decode + ", " + get + ")"
		}
		return get
	}
	empty := func(v string) string { return fmt.Sprintf("data.get(%q, %s)", f.JSON, v) }
	switch f.Type.Kind {
	case ir.KindString:
		return empty(`""`)
	case ir.KindInt32, ir.KindInt64, ir.KindFloat:
		return empty("0")
	case ir.KindBool:
		return empty("False")
	case ir.KindEnum:
		return pythonDecode(f.Type) + "(" + empty(`""`) + ")"
	case ir.KindModel:
		return pythonDecode(f.Type) + "(" + empty("{}") + ")"
	case ir.KindList, ir.KindMap:
		if of := pythonDecode(f.Type.Elem); of != "" {
			return map[ir.Kind]string{ir.KindList: "_values.each(", ir.KindMap: "_values.each_value("}[f.Type.Kind] + of +
				", " + get + ")"
		}
		return empty(map[ir.Kind]string{ir.KindList: "[]", ir.KindMap: "{}"}[f.Type.Kind])
	case ir.KindObject:
		return empty("{}")
	case ir.KindTime:
		return pythonDecode(f.Type) + "(" + empty("_values.NO_TIME") + ")"
	case ir.KindDate:
		return pythonDecode(f.Type) + "(" + empty("_values.NO_DATE") + ")"
	case ir.KindFile, ir.KindUnknown:
	}
	return get
}

// pythonDoc is a text as a docstring.
func pythonDoc(indent, text string) string {
	lines := comment(indent, strings.ReplaceAll(text, `\`, `\\`))
	return indent + `"""` + strings.TrimPrefix(lines, indent) + `"""`
}

// pythonNeeds reports whether one of the types of models, parameters or results is of a kind.
func pythonNeeds(in any, kind string) bool {
	found := false
	pythonTypes(in, func(t *ir.Type) { found = found || string(t.Kind) == kind })
	return found
}

// pythonImports are the names of models, or of enumerations, that a file uses.
func pythonImports(in any, kind string) []string {
	names := map[string]bool{}
	pythonTypes(in, func(t *ir.Type) {
		if string(t.Kind) == kind {
			names[pythonType(t)] = true
		}
	})
	return slices.Sorted(maps.Keys(names))
}

// pythonTypes visits the types that a library's models, or the parameters and results of a resource, are made of.
func pythonTypes(in any, visit func(*ir.Type)) {
	fields := func(m *ir.Model) {
		for _, f := range m.Fields {
			visitTypes(f.Type, visit)
		}
	}
	switch in := in.(type) {
	case *ir.Library:
		for _, m := range in.Models {
			if !m.Params {
				fields(m)
			}
		}
	case *ir.Resource:
		for _, m := range in.Methods {
			visitTypes(m.Result, visit)
			if m.Params != nil {
				fields(m.Params)
			}
		}
	}
}
