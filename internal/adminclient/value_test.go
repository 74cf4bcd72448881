package adminclient

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	// Their descriptors must be linked in.
	_ "google.golang.org/protobuf/types/known/durationpb"
	_ "google.golang.org/protobuf/types/known/structpb"
	_ "google.golang.org/protobuf/types/known/timestamppb"
	_ "google.golang.org/protobuf/types/known/wrapperspb"
)

// sample has a field of each kind that a request may have.
const sample = `
name: "sample.proto" package: "sample" syntax: "proto3"
dependency: "google/protobuf/timestamp.proto" dependency: "google/protobuf/duration.proto"
dependency: "google/protobuf/wrappers.proto" dependency: "google/protobuf/struct.proto"
enum_type { name: "KeyState" value { name: "KEY_STATE_UNSPECIFIED" number: 0 } value { name: "KEY_STATE_IN_USE" number: 1 } }
message_type { name: "Inner"
  field { name: "a" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
  field { name: "n" number: 2 type: TYPE_INT64 label: LABEL_OPTIONAL } }
message_type { name: "Request"
  field { name: "text" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
  field { name: "yes" number: 2 type: TYPE_BOOL label: LABEL_OPTIONAL }
  field { name: "small" number: 3 type: TYPE_INT32 label: LABEL_OPTIONAL }
  field { name: "big" number: 4 type: TYPE_INT64 label: LABEL_OPTIONAL }
  field { name: "count" number: 5 type: TYPE_UINT32 label: LABEL_OPTIONAL }
  field { name: "part" number: 6 type: TYPE_DOUBLE label: LABEL_OPTIONAL }
  field { name: "state" number: 7 type: TYPE_ENUM type_name: ".sample.KeyState" label: LABEL_OPTIONAL }
  field { name: "raw" number: 8 type: TYPE_BYTES label: LABEL_OPTIONAL }
  field { name: "words" number: 9 type: TYPE_STRING label: LABEL_REPEATED }
  field { name: "states" number: 10 type: TYPE_ENUM type_name: ".sample.KeyState" label: LABEL_REPEATED }
  field { name: "at" number: 11 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL }
  field { name: "ttl" number: 12 type: TYPE_MESSAGE type_name: ".google.protobuf.Duration" label: LABEL_OPTIONAL }
  field { name: "ttls" number: 13 type: TYPE_MESSAGE type_name: ".google.protobuf.Duration" label: LABEL_REPEATED }
  field { name: "maybe" number: 14 type: TYPE_MESSAGE type_name: ".google.protobuf.BoolValue" label: LABEL_OPTIONAL }
  field { name: "inner" number: 15 type: TYPE_MESSAGE type_name: ".sample.Inner" label: LABEL_OPTIONAL }
  field { name: "inners" number: 16 type: TYPE_MESSAGE type_name: ".sample.Inner" label: LABEL_REPEATED }
  field { name: "free" number: 17 type: TYPE_MESSAGE type_name: ".google.protobuf.Struct" label: LABEL_OPTIONAL }
  field { name: "one" number: 18 type: TYPE_STRING label: LABEL_OPTIONAL oneof_index: 0 }
  field { name: "other_one" number: 19 type: TYPE_STRING label: LABEL_OPTIONAL oneof_index: 0 }
  oneof_decl { name: "choice" } }`

func sampleMethod(t *testing.T) (protoreflect.MessageDescriptor, func(args ...string) (proto.Message, error)) {
	t.Helper()
	var file descriptorpb.FileDescriptorProto
	if err := prototext.Unmarshal([]byte(sample), &file); err != nil {
		t.Fatal(err)
	}
	fd, err := protodesc.NewFile(&file, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	md := fd.Messages().ByName("Request")
	return md, func(args ...string) (proto.Message, error) {
		into, fs := dynamicpb.NewMessage(md), newFlagSet()
		for i := range md.Fields().Len() {
			f := md.Fields().Get(i)
			fs.Var(&fieldValue{into: into, field: f}, flagName(f), "")
		}
		err := fs.Parse(args)
		return into, err
	}
}

func TestValuesOfEachKindAreRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "inner.json")
	if err := os.WriteFile(file, []byte(`{"a": "from a file"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, parse := sampleMethod(t)
	for name, c := range map[string]struct {
		args []string
		want string // protojson
	}{
		"scalars": {[]string{"--text", "a, b", "--yes", "--small=-3", "--big", "9007199254740993", "--count",
			"7", "--part", "0.5"}, `{"text":"a, b","yes":true,"small":-3,"big":"9007199254740993","count":7,"part":0.5}`},
		"false":              {[]string{"--yes=false"}, `{}`},
		"an enum by word":    {[]string{"--state", "in-use"}, `{"state":"KEY_STATE_IN_USE"}`},
		"an enum by name":    {[]string{"--state", "KEY_STATE_IN_USE"}, `{"state":"KEY_STATE_IN_USE"}`},
		"bytes":              {[]string{"--raw", "aGk="}, `{"raw":"aGk="}`},
		"a list, both ways":  {[]string{"--words", "a, b", "--words", "c"}, `{"words":["a","b","c"]}`},
		"a list with commas": {[]string{"--words", `["a,b"]`, "--words=c"}, `{"words":["a,b","c"]}`},
		"a list of enums": {[]string{"--states", "in-use,unspecified"},
			`{"states":["KEY_STATE_IN_USE","KEY_STATE_UNSPECIFIED"]}`},
		"times": {[]string{"--at", "2026-11-21T09:00:00+01:00", "--ttl", "1h30m", "--ttls", "1s,2s"},
			`{"at":"2026-11-21T08:00:00Z","ttl":"5400s","ttls":["1s","2s"]}`},
		"a wrapper":             {[]string{"--maybe"}, `{"maybe":true}`},
		"a message":             {[]string{"--inner", `{"a":"x","n":5}`}, `{"inner":{"a":"x","n":"5"}}`},
		"a message from a file": {[]string{"--inner", "@" + file}, `{"inner":{"a":"from a file"}}`},
		"messages": {[]string{"--inners", `{"a":"x"}`, "--inners", `[{"a":"y"},{"n":1}]`, "--inners",
			"@" + file}, `{"inners":[{"a":"x"},{"a":"y"},{"n":"1"},{"a":"from a file"}]}`},
		"a struct": {[]string{"--free", `{"k":[1,null]}`}, `{"free":{"k":[1,null]}}`},
		"one of":   {[]string{"--other-one", "x"}, `{"otherOne":"x"}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := parse(c.args...)
			if err != nil {
				t.Fatal(err)
			}
			want := got.ProtoReflect().New().Interface()
			if err := protojson.Unmarshal([]byte(c.want), want); err != nil {
				t.Fatal(err)
			}
			if !proto.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestValuesRefused(t *testing.T) {
	_, parse := sampleMethod(t)
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"twice":             {[]string{"--text", "a", "--text", "b"}, "given twice"},
		"too big":           {[]string{"--small", "3000000000"}, "integer of 32 bits"},
		"negative":          {[]string{"--count", "-1"}, "positive integer"},
		"not an enum value": {[]string{"--state", "gone"}, "unspecified, in-use"},
		"not a bool":        {[]string{"--yes=perhaps"}, "true or false"},
		"not a time":        {[]string{"--at", "yesterday"}, "2026-11-21T08:00:00Z"},
		"not a duration":    {[]string{"--ttl", "5"}, "1h30m"},
		"not base64":        {[]string{"--raw", "?"}, "want base64"},
		"not JSON":          {[]string{"--inner", "a=x"}, "want JSON"},
		"a foreign member":  {[]string{"--inner", `{"b":1}`}, `unknown field "b"`},
		"no such file":      {[]string{"--inner", "@/does/not/exist"}, "no such file"},
		"two of one":        {[]string{"--one", "x", "--other-one", "y"}, "excludes --one"},
		"no such flag":      {[]string{"--tenant", "x"}, "tenant"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parse(c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestSyntaxOfEachKind(t *testing.T) {
	md, _ := sampleMethod(t)
	for name, want := range map[protoreflect.Name]string{
		"text": "STRING", "yes": "", "small": "INTEGER", "part": "NUMBER", "state": "unspecified|in-use",
		"raw":   "BASE64|@FILE",
		"words": "STRING,...", "states": "unspecified|in-use,...", "at": "TIME", "ttl": "DURATION", "maybe": "",
		"inner": "JSON|@FILE", "inners": "JSON|@FILE", "free": "JSON|@FILE",
	} {
		t.Run(string(name), func(t *testing.T) {
			if got := syntax(md.Fields().ByName(name)); got != want {
				t.Errorf("%s takes %q, want %q", name, got, want)
			}
		})
	}
}
