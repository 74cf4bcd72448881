package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/sdk/generate/ir"
)

// A dialect writes the calls of the reference in a language. The reference shows its samples, and the build of the
// library compiles all of them, in one program.
type dialect struct {
	name string
	// setup makes the client: what a file begins with, and statements.
	setup func(*ir.API) (imports, text string)
	call  func(*ir.Resource, *ir.Method) string
	// program is a file with all samples, below sdk.
	program func([]*ir.API, []sample) (string, error)
	path    string
}

var dialects = []dialect{goDialect, typescriptDialect, pythonDialect, javaDialect}

// A sample is one operation in one language.
type sample struct {
	api    *ir.API
	method *ir.Method
	text   string
}

// function is a name for it that no other sample of a program has.
func (s sample) function() ir.Name {
	return append(slices.Clone(s.api.Name), ir.NewName(s.method.OperationID)...)
}

// variables are what it takes from the reader: the variables of its path, and the merchant that it acts for.
func (s sample) variables() []ir.Name {
	var out []ir.Name
	for _, a := range s.method.Args {
		out = append(out, a.Name)
	}
	if forMerchant(s.method) {
		out = append(out, merchant)
	}
	return out
}

var merchant = ir.Name{"ref"}

// forMerchant reports whether a partner's key has to name the merchant in a header.
func forMerchant(m *ir.Method) bool { return m.OnBehalfOf && !strings.Contains(m.Path, "{ref}") }

// writeSamples writes what the reference shows of the libraries, and the programs with the same text.
func writeSamples(root string, lib *ir.Library) error {
	programs := map[string][]sample{}
	for _, api := range lib.APIs {
		shown := map[string]map[string]string{"": {}} // by operation and language; "" is how a client is made
		for _, d := range dialects {
			imports, text := d.setup(api)
			shown[""][d.name] = imports + "\n\n" + text
		}
		for _, r := range lib.Resources {
			for _, m := range r.Methods {
				if r.API != api {
					continue
				}
				shown[m.OperationID] = map[string]string{}
				for _, d := range dialects {
					text := d.call(r, m)
					shown[m.OperationID][d.name] = text
					programs[d.name] = append(programs[d.name], sample{api, m, text})
				}
				if command, ok := commands[api.Name.Snake()+"."+m.OperationID]; ok {
					shown[m.OperationID]["cli"] = command
				}
			}
		}
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(shown); err != nil {
			return err
		}
		name := filepath.Join(root, "proto", "openapi", "samples", strings.Join(api.Name, "")+".json")
		if err := writeSource(name, out.String()); err != nil {
			return err
		}
	}
	for _, d := range dialects {
		text, err := d.program(lib.APIs, programs[d.name])
		if err != nil {
			return fmt.Errorf("samples in %s: %w", d.name, err)
		}
		if err := writeSource(filepath.Join(root, "sdk", d.path), text); err != nil {
			return err
		}
	}
	return nil
}

func writeSource(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil { //nolint:gosec // sources are for all to read
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644) //nolint:gosec // sources are for all to read
}

// An argument is a member of a request in a sample.
type argument struct {
	field *ir.Field
	value any // as JSON
}

// arguments are the members of the request of the example, in the order of the parameters. A file comes from the disk.
func arguments(m *ir.Method) []argument {
	var values map[string]any
	if m.Example != nil {
		values = decoded(m.Example).(map[string]any)
	}
	return members(m.Params, values)
}

func members(m *ir.Model, values map[string]any) (out []argument) {
	if m == nil {
		return nil
	}
	for _, f := range m.Fields {
		if v, ok := values[f.JSON]; ok || f.In == ir.InFile {
			out = append(out, argument{f, v})
		}
	}
	return out
}

func decoded(raw []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic(err) // part of a document that was read
	}
	return v
}

// block is a value with an element on each line; indent is that of the line on which it begins.
func block(begin, end, indent, step string, elements []string) string {
	if len(elements) == 0 {
		return begin + end
	}
	var b strings.Builder
	b.WriteString(begin)
	for _, e := range elements {
		b.WriteString("\n" + indent + step + e + ",")
	}
	return b.String() + "\n" + indent + end
}

// each writes the elements of a list, or of a map with their keys.
func each(v any, pair func(key string) string, write func(any) string) (out []string) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			out = append(out, write(e))
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			out = append(out, pair(k)+write(v[k]))
		}
	}
	return out
}

// shifted is a text whose lines begin with a prefix, but for empty ones.
func shifted(prefix, text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = prefix + l
		}
	}
	return strings.Join(lines, "\n")
}

// settings are the names of the variables with the address and the key of an API.
func settings(api *ir.API) (url, key string) {
	if api.Name.Snake() == "webhooks" {
		return "VERIFICATION_BASE_URL", "VERIFICATION_API_KEY"
	}
	return "PARTNER_BASE_URL", "PARTNER_KEY"
}

// upload is the file of the samples.
const upload = "poa.pdf"

func constant(e *ir.Enum, value string) *ir.Value {
	for _, v := range e.Values {
		if v.Value == value {
			return v
		}
	}
	panic(fmt.Sprintf("%s has no value %q", e.Name.Snake(), value)) // the example was accepted
}

func day(v any) time.Time {
	d, err := time.Parse(time.DateOnly, v.(string))
	if err != nil {
		panic(err) // the example was accepted
	}
	return d
}

func goSetup(api *ir.API) (imports, text string) {
	url, key := settings(api)
	return `import partnerline "github.com/partnerline/partnerline/sdk/go"`, fmt.Sprintf(
		"client := partnerline.New(os.Getenv(%q),\n\tpartnerline.With%sURL(os.Getenv(%q)))", key, api.Name.Go(), url)
}

// failed is how a sample in Go ends when a call fails.
const failed = "if err != nil {\nreturn err\n}"

func goCall(r *ir.Resource, m *ir.Method) string {
	args := []string{"ctx"}
	for _, a := range m.Args {
		args = append(args, a.Name.GoCamel())
	}
	before := ""
	if m.Upload {
		before = fmt.Sprintf("file, err := os.Open(%q)\n%s\ndefer file.Close()\n", upload, failed)
	}
	if m.Params != nil {
		args = append(args, goModel("partnerline."+m.Params.Name.Go(), m.Params, arguments(m), ""))
	}
	if forMerchant(m) {
		args = append(args, "partnerline.OnBehalfOf(ref)")
	}
	call := "client." + r.Name.Go() + "." + m.Name.Go() + "(" + strings.Join(args, ", ") + ")"
	switch {
	case m.Page != nil:
		return before + "for entry, err := range " + call + " {\n" + failed + "\nfmt.Println(entry)\n}"
	case m.Result == nil:
		return before + "if err := " + call + "; err != nil {\nreturn err\n}"
	}
	return before + "result, err := " + call + "\n" + failed + "\nfmt.Println(result)"
}

// goFormatted are statements as gofmt writes them.
func goFormatted(statements string) string {
	const begin, end = "package p\n\nfunc f() {\n", "\n}\n"
	out, err := format.Source([]byte(begin + statements + end))
	if err != nil {
		panic(err) // they are written here
	}
	body := strings.TrimSuffix(strings.TrimPrefix(string(out), begin), end)
	return strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n\t", "\n"), "\n")
}

var goDialect = dialect{
	name:  "go",
	setup: goSetup,
	call: func(r *ir.Resource, m *ir.Method) string {
		return goFormatted(goCall(r, m))
	},
	path: "go/examples/reference/samples.gen.go",
	program: func(apis []*ir.API, all []sample) (string, error) {
		var b strings.Builder
		b.WriteString("// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.\n\n" +
			"// Package reference has what the reference shows of this library: that it compiles is its test.\n" +
			"package reference\n\nimport (\n\"context\"\n\"fmt\"\n\"os\"\n\"time\"\n\n" +
			"partnerline \"github.com/partnerline/partnerline/sdk/go\"\n)\n")
		for _, api := range apis {
			_, text := goSetup(api)
			fmt.Fprintf(&b, "\n// %[1]sClient calls %[2]s.\nfunc %[1]sClient() *partnerline.Client {\n%[3]s\nreturn client\n}\n",
				api.Name.Go(), api.Title, text)
		}
		for _, s := range all {
			params := []string{"ctx context.Context", "client *partnerline.Client"}
			for _, v := range s.variables() {
				params = append(params, v.GoCamel()+" string")
			}
			fmt.Fprintf(&b, "\n// %[1]s is %[2]s.\nfunc %[1]s(%[3]s) error {\n%[4]s\nreturn nil\n}\n",
				s.function().Go(), s.method.OperationID, strings.Join(params, ", "), s.text)
		}
		out, err := format.Source([]byte(b.String()))
		return string(out), err
	},
}

func goModel(name string, m *ir.Model, args []argument, indent string) string {
	var fields []string
	for _, a := range args {
		f := a.field
		value := goValue(f.Type, a.value, indent+"\t")
		switch {
		case f.Type.Kind == ir.KindFile:
			value = "file"
		case f.In == ir.InFile:
			value = strconv.Quote(upload)
		case m.Input && !f.Required && f.In != ir.InQuery:
			if f.Type.Kind == ir.KindInt64 {
				value = "int64(" + value + ")"
			}
			value = "partnerline.Some(" + value + ")"
		}
		fields = append(fields, f.Name.Go()+": "+value)
	}
	return block(name+"{", "}", indent, "\t", fields)
}

func goValue(t *ir.Type, v any, indent string) string {
	switch t.Kind {
	case ir.KindTime:
		return "time.Now().Add(-24 * time.Hour)"
	case ir.KindEnum:
		return "partnerline." + t.Enum.Name.Go() + constant(t.Enum, v.(string)).Name.Go()
	case ir.KindModel:
		values, _ := v.(map[string]any)
		return goModel("partnerline."+t.Model.Name.Go(), t.Model, members(t.Model, values), indent)
	case ir.KindList, ir.KindMap:
		elements := each(v, func(k string) string { return strconv.Quote(k) + ": " },
			func(e any) string { return goValue(t.Elem, e, indent) })
		of := goType(t.Elem)
		if t.Elem.Kind == ir.KindEnum || t.Elem.Kind == ir.KindModel {
			of = "partnerline." + of
		}
		begin := map[ir.Kind]string{ir.KindList: "[]", ir.KindMap: "map[string]"}[t.Kind]
		return begin + of + "{" + strings.Join(elements, ", ") + "}"
	case ir.KindString, ir.KindDate:
		return strconv.Quote(fmt.Sprint(v))
	case ir.KindInt32, ir.KindInt64, ir.KindFloat, ir.KindBool, ir.KindObject, ir.KindFile, ir.KindUnknown:
	}
	return fmt.Sprint(v)
}

func typescriptSetup(api *ir.API) (imports, text string) {
	url, key := settings(api)
	option := api.Name.Camel() + "URL"
	return "import { Partnerline } from 'partnerline'", fmt.Sprintf(
		"const client = new Partnerline(process.env.%s!, {\n  %s: process.env.%s!,\n})", key, option, url)
}

var typescriptDialect = dialect{
	name:  "typescript",
	setup: typescriptSetup,
	call: func(r *ir.Resource, m *ir.Method) string {
		var args []string
		for _, a := range m.Args {
			args = append(args, a.Name.Camel())
		}
		before := ""
		if m.Upload {
			before = "const { openAsBlob } = await import('node:fs')\n"
		}
		given := arguments(m)
		if m.Params != nil && (len(given) > 0 || forMerchant(m)) {
			args = append(args, tsObject(given, ""))
		}
		if forMerchant(m) {
			args = append(args, "{ onBehalfOf: ref }")
		}
		call := "client." + r.Name.Camel() + "." + m.Name.Camel() + "(" + strings.Join(args, ", ") + ")"
		switch {
		case m.Page != nil:
			return before + "for await (const entry of " + call + ") console.log(entry)"
		case m.Result == nil:
			return before + "await " + call
		}
		return before + "const result = await " + call + "\nconsole.log(result)"
	},
	path: "typescript/examples/reference.gen.ts",
	program: func(apis []*ir.API, all []sample) (string, error) {
		var b strings.Builder
		b.WriteString("// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.\n" +
			"// What the reference shows of this library: that it compiles is its test.\n" +
			"import { Partnerline } from 'partnerline'\n")
		for _, api := range apis {
			_, text := typescriptSetup(api)
			fmt.Fprintf(&b, "\nexport function %sClient(): Partnerline {\n%s\n  return client\n}\n",
				api.Name.Camel(), shifted("  ", text))
		}
		for _, s := range all {
			params := []string{"client: Partnerline"}
			for _, v := range s.variables() {
				params = append(params, v.Camel()+": string")
			}
			fmt.Fprintf(&b, "\nexport async function %s(%s): Promise<void> {\n%s\n}\n",
				s.function().Camel(), strings.Join(params, ", "), shifted("  ", s.text))
		}
		return b.String(), nil
	},
}

func tsObject(args []argument, indent string) string {
	var fields []string
	for _, a := range args {
		value := tsValue(a.field.Type, a.value, indent+"  ")
		switch {
		case a.field.Type.Kind == ir.KindFile:
			value = "await openAsBlob('" + upload + "')"
		case a.field.In == ir.InFile:
			value = "'" + upload + "'"
		}
		fields = append(fields, a.field.JSON+": "+value)
	}
	return block("{", "}", indent, "  ", fields)
}

func tsValue(t *ir.Type, v any, indent string) string {
	switch t.Kind {
	case ir.KindTime:
		return "new Date(Date.now() - 86_400_000).toISOString()"
	case ir.KindModel:
		values, _ := v.(map[string]any)
		return tsObject(members(t.Model, values), indent)
	case ir.KindList:
		return "[" + strings.Join(each(v, nil, func(e any) string { return tsValue(t.Elem, e, indent) }), ", ") + "]"
	case ir.KindMap:
		elements := each(v, func(k string) string { return tsString(k) + ": " },
			func(e any) string { return tsValue(t.Elem, e, indent) })
		return "{ " + strings.Join(elements, ", ") + " }"
	case ir.KindString, ir.KindDate, ir.KindEnum:
		return tsString(fmt.Sprint(v))
	case ir.KindInt32, ir.KindInt64, ir.KindFloat, ir.KindBool, ir.KindObject, ir.KindFile, ir.KindUnknown:
	}
	return fmt.Sprint(v)
}

func tsString(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

func pythonSetup(api *ir.API) (imports, text string) {
	url, key := settings(api)
	return "import os\n\nimport partnerline", fmt.Sprintf(
		"client = partnerline.Partnerline(\n    os.environ[%q],\n    %s_url=os.environ[%q],\n)", key, api.Name.Snake(), url)
}

var pythonDialect = dialect{
	name:  "python",
	setup: pythonSetup,
	call: func(r *ir.Resource, m *ir.Method) string {
		var args []string
		for _, a := range m.Args {
			args = append(args, pythonName(a.Name))
		}
		imports := pythonNames{}
		for _, a := range arguments(m) {
			args = append(args, pythonArgument(a, "    ", imports))
		}
		if forMerchant(m) {
			args = append(args, "on_behalf_of=ref")
		}
		call := "client." + r.Name.Snake() + "." + pythonName(m.Name)
		if len(args) > 2 || m.Example != nil {
			call = block(call+"(", ")", "", "    ", args)
		} else {
			call += "(" + strings.Join(args, ", ") + ")"
		}
		switch {
		case m.Page != nil:
			return imports.lines() + "for entry in " + call + ":\n    print(entry)"
		case m.Result == nil:
			return imports.lines() + call
		}
		return imports.lines() + "result = " + call + "\nprint(result)"
	},
	path: "python/samples.py",
	program: func(apis []*ir.API, all []sample) (string, error) {
		var b strings.Builder
		b.WriteString("# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.\n" +
			"\"\"\"What the reference shows of this library: mypy checks it.\"\"\"\n\n" +
			"import os\n\nimport partnerline\n")
		for _, api := range apis {
			_, text := pythonSetup(api)
			fmt.Fprintf(&b, "\n\ndef %s_client() -> partnerline.Partnerline:\n%s\n    return client\n",
				api.Name.Snake(), shifted("    ", text))
		}
		for _, s := range all {
			params := []string{"client: partnerline.Partnerline"}
			for _, v := range s.variables() {
				params = append(params, pythonName(v)+": str")
			}
			fmt.Fprintf(&b, "\n\ndef %s(%s) -> None:\n%s\n",
				s.function().Snake(), strings.Join(params, ", "), shifted("    ", s.text))
		}
		return b.String(), nil
	},
}

// pythonNames are the names that a sample imports, by module.
type pythonNames map[string][]string

func (n pythonNames) add(module string, names ...string) { n[module] = append(n[module], names...) }

func (n pythonNames) lines() string {
	var b strings.Builder
	for _, module := range slices.Sorted(maps.Keys(n)) {
		names := slices.Compact(slices.Sorted(slices.Values(n[module])))
		b.WriteString("from " + module + " import " + strings.Join(names, ", ") + "\n")
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	return b.String()
}

func pythonArgument(a argument, indent string, imports pythonNames) string {
	name := pythonName(a.field.Name) + "="
	switch {
	case a.field.Type.Kind == ir.KindFile:
		imports.add("pathlib", "Path")
		return name + "Path(" + strconv.Quote(upload) + ").read_bytes()"
	case a.field.In == ir.InFile:
		return name + strconv.Quote(upload)
	}
	return name + pythonValue(a.field.Type, a.value, indent, imports)
}

func pythonValue(t *ir.Type, v any, indent string, imports pythonNames) string {
	write := func(e any) string { return pythonValue(t.Elem, e, indent, imports) }
	switch t.Kind {
	case ir.KindTime:
		imports.add("datetime", "datetime", "timedelta", "timezone")
		return "datetime.now(timezone.utc) - timedelta(days=1)"
	case ir.KindDate:
		imports.add("datetime", "date")
		d := day(v)
		return fmt.Sprintf("date(%d, %d, %d)", d.Year(), d.Month(), d.Day())
	case ir.KindModel:
		imports.add("partnerline.models", t.Model.Name.Pascal())
		values, _ := v.(map[string]any)
		var args []string
		for _, a := range members(t.Model, values) {
			args = append(args, pythonArgument(a, indent+"    ", imports))
		}
		return block(t.Model.Name.Pascal()+"(", ")", indent, "    ", args)
	case ir.KindList:
		return "[" + strings.Join(each(v, nil, write), ", ") + "]"
	case ir.KindMap:
		return "{" + strings.Join(each(v, func(k string) string { return strconv.Quote(k) + ": " }, write), ", ") + "}"
	case ir.KindBool:
		return map[any]string{true: "True", false: "False"}[v]
	case ir.KindString, ir.KindEnum:
		return strconv.Quote(fmt.Sprint(v))
	case ir.KindInt32, ir.KindInt64, ir.KindFloat, ir.KindObject, ir.KindFile, ir.KindUnknown:
	}
	return fmt.Sprint(v)
}

func javaSetup(api *ir.API) (imports, text string) {
	url, key := settings(api)
	return "import io.github.partnerline.*;\nimport io.github.partnerline.model.*;", fmt.Sprintf(
		"var client = Partnerline.builder(System.getenv(%q))\n    .%sUrl(System.getenv(%q))\n    .build();",
		key, api.Name.Camel(), url)
}

var javaDialect = dialect{
	name:  "java",
	setup: javaSetup,
	call: func(r *ir.Resource, m *ir.Method) string {
		var args []string
		for _, a := range m.Args {
			args = append(args, javaName(a.Name))
		}
		given := arguments(m)
		if m.Params != nil && (len(given) > 0 || forMerchant(m) || !javaOptional(m)) {
			args = append(args, javaModel(m.Params, given, "    "))
		}
		if forMerchant(m) {
			args = append(args, "Options.none().onBehalfOf(ref)")
		}
		call := "client." + r.Name.Camel() + "()." + javaMethod(m.Name) + "(" + strings.Join(args, ", ") + ")"
		switch {
		case m.Page != nil:
			return "for (var entry : " + call + ") {\n  System.out.println(entry);\n}"
		case m.Result == nil:
			return call + ";"
		}
		return "var result = " + call + ";\nSystem.out.println(result);"
	},
	path: "java/src/test/java/io/github/partnerline/samples/Samples.java",
	program: func(apis []*ir.API, all []sample) (string, error) {
		var b strings.Builder
		b.WriteString("// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.\n" +
			"package io.github.partnerline.samples;\n\n" +
			"import io.github.partnerline.*;\nimport io.github.partnerline.model.*;\n\n" +
			"/** What the reference shows of this library: that it compiles is its test. */\n" +
			"final class Samples {\n  private Samples() {}\n")
		for _, api := range apis {
			_, text := javaSetup(api)
			fmt.Fprintf(&b, "\n  static Partnerline %sClient() {\n%s\n    return client;\n  }\n",
				api.Name.Camel(), shifted("    ", text))
		}
		for _, s := range all {
			params := []string{"Partnerline client"}
			for _, v := range s.variables() {
				params = append(params, "String "+javaName(v))
			}
			throws := ""
			if s.method.Upload {
				throws = " throws java.io.IOException"
			}
			fmt.Fprintf(&b, "\n  static void %s(%s)%s {\n%s\n  }\n",
				s.function().Camel(), strings.Join(params, ", "), throws, shifted("    ", s.text))
		}
		return b.String() + "}\n", nil
	},
}

func javaModel(m *ir.Model, args []argument, indent string) string {
	var b strings.Builder
	b.WriteString(m.Name.Pascal() + ".builder()")
	for _, a := range args {
		switch value := javaValue(a.field.Type, a.value, indent+"    "); {
		case a.field.Type.Kind == ir.KindFile:
			b.WriteString("\n" + indent + ".file(java.nio.file.Path.of(" + strconv.Quote(upload) + "))")
		case a.field.In == ir.InFile: // the path has the name
		default:
			b.WriteString("\n" + indent + "." + javaName(a.field.Name) + "(" + value + ")")
		}
	}
	if len(args) > 0 {
		b.WriteString("\n" + indent)
	}
	return b.String() + ".build()"
}

func javaValue(t *ir.Type, v any, indent string) string {
	write := func(e any) string { return javaValue(t.Elem, e, indent) }
	switch t.Kind {
	case ir.KindTime:
		return "java.time.Instant.now().minus(java.time.Duration.ofDays(1))"
	case ir.KindDate:
		return "java.time.LocalDate.parse(" + strconv.Quote(v.(string)) + ")"
	case ir.KindModel:
		values, _ := v.(map[string]any)
		return javaModel(t.Model, members(t.Model, values), indent)
	case ir.KindList:
		return "java.util.List.of(" + strings.Join(each(v, nil, write), ", ") + ")"
	case ir.KindMap:
		pair := func(k string) string { return strconv.Quote(k) + ", " }
		return "java.util.Map.of(" + strings.Join(each(v, pair, write), ", ") + ")"
	case ir.KindInt64:
		return fmt.Sprint(v) + "L"
	case ir.KindEnum:
		return t.Enum.Name.Pascal() + "." + constant(t.Enum, v.(string)).Name.Upper()
	case ir.KindString:
		return strconv.Quote(fmt.Sprint(v))
	case ir.KindInt32, ir.KindFloat, ir.KindBool, ir.KindObject, ir.KindFile, ir.KindUnknown:
	}
	return fmt.Sprint(v)
}
