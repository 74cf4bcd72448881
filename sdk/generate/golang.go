package main

import (
	"fmt"
	"go/format"
	"slices"
	"text/template"

	"github.com/partnerline/partnerline/sdk/generate/ir"
)

var goLanguage = language{
	dir: "go",
	files: []file{
		{template: "client.tmpl", path: "client.gen.go"},
		{template: "models.tmpl", path: "models.gen.go"},
		{template: "params.tmpl", path: "params.gen.go"},
		{template: "enums.tmpl", path: "enums.gen.go"},
		{template: "codes.tmpl", path: "codes.gen.go"},
		{template: "resource.tmpl", path: "{{.Name.Snake}}.gen.go", each: func(l *ir.Library) (out []any) {
			for _, r := range l.Resources {
				out = append(out, r)
			}
			return out
		}},
	},
	generated: "*.gen.go",
	funcs: template.FuncMap{"type": goType, "field": goField, "usesTime": goUsesTime, "usesPages": goUsesPages,
		"secrets": goSecrets},
	format: format.Source,
}

// goType is a type as Go writes it.
func goType(t *ir.Type) string {
	switch t.Kind {
	case ir.KindInt32:
		return "int"
	case ir.KindInt64:
		return "int64"
	case ir.KindFloat:
		return "float64"
	case ir.KindBool:
		return "bool"
	case ir.KindTime:
		return "time.Time"
	case ir.KindModel:
		return t.Model.Name.Go()
	case ir.KindEnum:
		return t.Enum.Name.Go()
	case ir.KindList:
		return "[]" + goType(t.Elem)
	case ir.KindMap:
		return "map[string]" + goType(t.Elem)
	case ir.KindObject:
		return "map[string]any"
	case ir.KindFile:
		return "io.Reader"
	case ir.KindUnknown:
		return "any"
	case ir.KindString, ir.KindDate:
	}
	return "string"
}

// goField is the type and the tag of a member. What a request may leave out is Optional, for null is not the same as
// absent there.
func goField(m *ir.Model, f *ir.Field) string {
	t := goType(f.Type)
	switch {
	case f.In == ir.InFile:
		return t + " `json:\"-\"`"
	case f.In == ir.InQuery && !f.Required:
		return fmt.Sprintf("%s `json:\"%s,omitzero\"`", t, f.JSON)
	case m.Input && !f.Required:
		return fmt.Sprintf("Optional[%s] `json:\"%s,omitzero\"`", t, f.JSON)
	case f.Nullable && f.Type.Kind != ir.KindList && f.Type.Kind != ir.KindMap && f.Type.Kind != ir.KindObject &&
		f.Type.Kind != ir.KindUnknown:
		t = "*" + t
	}
	return fmt.Sprintf("%s `json:\"%s\"`", t, f.JSON)
}

// goUsesTime reports whether models that are parameters, or those that are not, have times.
func goUsesTime(l *ir.Library, params bool) bool {
	for _, m := range l.Models {
		for _, f := range m.Fields {
			if m.Params == params && f.Type.Kind == ir.KindTime {
				return true
			}
		}
	}
	return false
}

// goSecrets reports whether a model has a secret, which is always nullable: its repeats do not have it.
func goSecrets(l *ir.Library) bool {
	return slices.ContainsFunc(l.Models, (*ir.Model).HasSecrets)
}

func goUsesPages(r *ir.Resource) bool {
	for _, m := range r.Methods {
		if m.Page != nil {
			return true
		}
	}
	return false
}
