package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/partnerline/partnerline/sdk/generate/ir"
)

// javaRoot is where generated classes are, apart from those by hand.
const javaRoot = "src/generated/java/io/github/partnerline/"

var javaLanguage = language{
	dir: "java",
	files: []file{
		{template: "version.tmpl", path: javaRoot + "Version.java"},
		{template: "resources.tmpl", path: javaRoot + "Resources.java"},
		{template: "code.tmpl", path: javaRoot + "Code.java"},
		{template: "events.tmpl", path: javaRoot + "model/WebhookEventType.java"},
		{template: "package.tmpl", path: javaRoot + "model/package-info.java"},
		{template: "resource.tmpl", path: javaRoot + "{{.Name.Pascal}}Resource.java", each: func(l *ir.Library) (out []any) {
			for _, r := range l.Resources {
				out = append(out, r)
			}
			return out
		}},
		{template: "enum.tmpl", path: javaRoot + "model/{{.Name.Pascal}}.java", each: func(l *ir.Library) (out []any) {
			for _, e := range l.Enums {
				out = append(out, e)
			}
			return out
		}},
		{template: "record.tmpl", path: javaRoot + "model/{{.Name.Pascal}}.java", each: javaModels(false)},
		{template: "input.tmpl", path: javaRoot + "model/{{.Name.Pascal}}.java", each: javaModels(true)},
	},
	generated: "src/generated/java/*",
	funcs: template.FuncMap{"type": javaType, "boxed": javaBoxed, "id": javaName, "method": javaMethod, "doc": javaDoc,
		"imports": javaImports, "optional": javaOptional},
}

func javaModels(input bool) func(*ir.Library) []any {
	return func(l *ir.Library) (out []any) {
		for _, m := range l.Models {
			if m.Input == input {
				out = append(out, m)
			}
		}
		return out
	}
}

// javaKeywords are names that nothing can have.
var javaKeywords = []string{
	"abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue", "default",
	"do", "double", "else",
	"enum", "extends", "false", "final", "finally", "float", "for", "goto", "if", "implements", "import", "instanceof",
	"int", "interface", "long",
	"native", "new", "null", "package", "private", "protected", "public", "return", "short", "static", "strictfp",
	"super", "switch",
	"synchronized", "this", "throw", "throws", "transient", "true", "try", "void", "volatile", "while",
}

// javaObject are names that a component of a record, or a setter of a builder, cannot have beside the methods that all
// of them have.
var javaObject = []string{"build", "clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "set",
	"toString", "wait"}

// javaName is a name of a member or a parameter.
func javaName(n ir.Name) string {
	if slices.Contains(javaObject, n.Camel()) {
		return n.Camel() + "_"
	}
	return javaMethod(n)
}

// javaMethod is a name of a method of a resource.
func javaMethod(n ir.Name) string {
	if slices.Contains(javaKeywords, n.Camel()) {
		return n.Camel() + "_"
	}
	return n.Camel()
}

// javaBoxed is a type as Java writes it where it may be null.
func javaBoxed(t *ir.Type) string {
	switch t.Kind {
	case ir.KindInt32:
		return "Integer"
	case ir.KindInt64:
		return "Long"
	case ir.KindFloat:
		return "Double"
	case ir.KindBool:
		return "Boolean"
	case ir.KindTime:
		return "Instant"
	case ir.KindDate:
		return "LocalDate"
	case ir.KindModel:
		return t.Model.Name.Pascal()
	case ir.KindEnum:
		return t.Enum.Name.Pascal()
	case ir.KindList:
		return "List<" + javaBoxed(t.Elem) + ">"
	case ir.KindMap:
		return "Map<String, " + javaBoxed(t.Elem) + ">"
	case ir.KindObject:
		return "Map<String, Object>"
	case ir.KindFile:
		return "byte[]"
	case ir.KindUnknown:
		return "Object"
	case ir.KindString:
	}
	return "String"
}

// javaType is the type of a component of an answer.
func javaType(f *ir.Field) string {
	primitives := map[ir.Kind]string{ir.KindInt32: "int", ir.KindInt64: "long", ir.KindFloat: "double",
		ir.KindBool: "boolean"}
	if p, ok := primitives[f.Type.Kind]; ok && !f.Nullable {
		return p
	}
	return javaBoxed(f.Type)
}

// javaOptional reports whether all parameters of a method may be left out.
func javaOptional(m *ir.Method) bool {
	return m.Params != nil && !slices.ContainsFunc(m.Params.Fields, func(f *ir.Field) bool { return f.Required })
}

var javaCode = regexp.MustCompile("`([^`]*)`")

// javaDoc is a text as lines of Javadoc.
func javaDoc(prefix, text string) string {
	var out strings.Builder
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "&#64;", "*/", "*&#47;")
	last := 0
	for _, m := range javaCode.FindAllStringSubmatchIndex(text, -1) {
		out.WriteString(escape.Replace(text[last:m[0]]))
		out.WriteString("{@code " + strings.ReplaceAll(text[m[2]:m[3]], "*/", "* /") + "}")
		last = m[1]
	}
	out.WriteString(escape.Replace(text[last:]))
	return strings.TrimLeft(comment(prefix, out.String()), " *")
}

// javaImports are the lines of import that models or a resource need.
func javaImports(in any) []string {
	classes := map[ir.Kind]string{
		ir.KindTime: "java.time.Instant", ir.KindDate: "java.time.LocalDate", ir.KindList: "java.util.List",
		ir.KindMap: "java.util.Map", ir.KindObject: "java.util.Map",
	}
	names := map[string]bool{}
	add := func(t *ir.Type) {
		if class, ok := classes[t.Kind]; ok {
			names[class] = true
		}
	}
	switch in := in.(type) {
	case *ir.Model:
		for _, f := range in.Fields {
			visitTypes(f.Type, add)
		}
	case *ir.Resource:
		for _, m := range in.Methods {
			if m.Page == nil {
				visitTypes(m.Result, add)
			}
			visitTypes(m.Result, func(t *ir.Type) {
				if t.Kind == ir.KindModel {
					names["io.github.partnerline.model."+t.Model.Name.Pascal()] = true
				}
			})
			if m.Params != nil {
				names["io.github.partnerline.model."+m.Params.Name.Pascal()] = true
			}
		}
	}
	var out []string
	for name := range names {
		out = append(out, fmt.Sprintf("import %s;", name))
	}
	slices.Sort(out)
	return out
}
