package gateway

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

func TestBodies(t *testing.T) {
	create := (&verificationsv1.CreateVerificationRequest{}).ProtoReflect().Descriptor()
	event := (&eventsv1.PublishRequest{}).ProtoReflect().Descriptor()
	recoverIt := (&webhooksv1.RecoverEndpointRequest{}).ProtoReflect().Descriptor()
	changes := (&webhooksv1.EndpointChanges{}).ProtoReflect().Descriptor()
	for name, c := range map[string]struct {
		md     protoreflect.MessageDescriptor
		body   string
		want   fault.Reason // "" is acceptable
		fields []string
	}{
		"good": {create,
			`{"kind":"identity","subject":{"type":"person","external_ref":"a"},"metadata":{"k":"v"}}`, "", nil},
		"nulls":             {create, `{"kind":null,"subject":null,"metadata":null}`, "", nil},
		"empty":             {create, `{}`, "", nil},
		"free data":         {event, `{"data":{"a":[1,{"b":null}],"c":true}}`, "", nil},
		"nested unknown":    {create, `{"subject":{"typ":1}}`, fault.UnknownField, []string{"/subject/typ"}},
		"unknown and wrong": {create, `{"kind":1,"x/y":2}`, fault.UnknownField, []string{"/kind", "/x~1y"}},
		"null element":      {changes, `{"events":[null]}`, fault.ValidationFailed, []string{"/events/0"}},
		"wrong element":     {changes, `{"events":["a",1]}`, fault.ValidationFailed, []string{"/events/1"}},
		"wrong value":       {create, `{"metadata":{"a":1}}`, fault.ValidationFailed, []string{"/metadata/a"}},
		"text for bool":     {changes, `{"is_active":"true"}`, fault.ValidationFailed, []string{"/is_active"}},
		"list for struct":   {event, `{"data":[]}`, fault.ValidationFailed, []string{"/data"}},
		"object for text": {create, `{"subject":{"external_ref":{"value":"a"}}}`, fault.ValidationFailed,
			[]string{"/subject/external_ref"}},
		"array":      {create, `[]`, fault.InvalidJSON, nil},
		"two values": {create, `{} {}`, fault.InvalidJSON, nil},
		"cut":        {create, `{"kind":`, fault.InvalidJSON, nil},
		"twice":      {create, `{"kind":"a","kind":"b"}`, fault.InvalidJSON, nil},
		"deep": {event, `{"data":` + strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40) + `}`,
			fault.InvalidJSON, nil},
		"beyond float64": {event, `{"data":{"a":[1e400]}}`, fault.ValidationFailed, []string{"/data"}},
		"not UTF-8":      {create, "{\"kind\":\"\xff\"}", fault.InvalidJSON, nil},
		"half a pair":    {create, `{"kind":"\ud83d"}`, fault.InvalidJSON, nil},
		"the other half": {create, `{"subject":{"external_ref":"\\\ude00"}}`, fault.InvalidJSON, nil},
		"halves apart":   {create, `{"\ud83d":"\ude00"}`, fault.InvalidJSON, nil},
		"a pair":         {create, `{"kind":"\\ud83d \uD83D\uDE00 \u0041 \\"}`, "", nil},
		"time":           {recoverIt, `{"since":"2026-01-31T12:00:00.123456789+01:00"}`, "", nil},
		"year 0":         {recoverIt, `{"since":"0000-01-01T00:00:00Z"}`, fault.ValidationFailed, []string{"/since"}},
		"tenth digit": {recoverIt, `{"since":"2026-01-31T12:00:00.0000000001Z"}`, fault.ValidationFailed,
			[]string{"/since"}},
		"NUL": {create, `{"kind":"\u0000"}`, fault.InvalidJSON, nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, got := bodyOf(t, c.md, c.body, false)
			if c.want == "" {
				if got != nil {
					t.Errorf("%s: %v", name, got)
				}
				return
			}
			if got == nil || got.Reason != c.want {
				t.Errorf("%s: %v, want %s", name, got, c.want)
				return
			}
			var fields []string
			for _, v := range got.Violations {
				fields = append(fields, v.Field)
			}
			slices.Sort(fields)
			if !slices.Equal(fields, c.fields) {
				t.Errorf("%s: fields %v, want %v", name, fields, c.fields)
			}
		})
	}
	m, rest, bad := bodyOf(t, create, `{"kind":"a","x":1,"subject":{"y":2}}`, true)
	if want := (&verificationsv1.CreateVerificationRequest{Kind: "a", Subject: &verificationsv1.Subject{}}); bad != nil ||
		rest != `{"kind":"a","subject":{}}` || !proto.Equal(m, want) {
		t.Errorf("lenient: %v, %s, %v", m, rest, bad)
	}
}

// A byte order mark, which some editors write and no one sees, is named.
func TestByteOrderMark(t *testing.T) {
	t.Parallel()
	create := (&verificationsv1.CreateVerificationRequest{}).ProtoReflect().Descriptor()
	_, _, bad := bodyOf(t, create, "\ufeff{}", false)
	if bad == nil || bad.Reason != fault.InvalidJSON || !strings.Contains(bad.Message, "byte order mark") {
		t.Errorf("%v", bad)
	}
}

// bodyOf reads the body of a route that takes a message as a whole, and returns the message and what is left of the
// body, or the refusal.
func bodyOf(t *testing.T, md protoreflect.MessageDescriptor, body string, lenient bool) (m proto.Message, rest string,
	refused *fault.Error) {
	t.Helper()
	input, err := protoregistry.GlobalTypes.FindMessageByName(md.FullName())
	if err != nil {
		t.Fatal(err)
	}
	x := &exchange{r: httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil),
		route: &route{input: md, body: input, mask: maskField(md)}}
	if lenient {
		x.r.Header.Set("Prefer", "handling=lenient")
	}
	if err := x.takeJSON([]byte(body)); err != nil {
		return nil, "", fault.As(err)
	}
	if bad := grpcserver.BodyFault(x.context()); bad != nil {
		return nil, "", bad
	}
	left, err := json.Marshal(x.body)
	if err != nil {
		t.Fatal(err)
	}
	return x.message.Interface(), string(left), nil
}

// Whatever passes means to the service what protojson reads, and a member that is named in a response is short.
func FuzzBodyOf(f *testing.F) {
	for _, s := range []string{`{"data":{"a":1e400}}`, `{"tenant":"a","livemode":true}`, `{"type":null,"x":[[]]}`,
		`{"data":{"a":"\ud800"}}`, `{"a":` + strings.Repeat("[", 50)} {
		f.Add([]byte(s), false)
	}
	f.Fuzz(func(t *testing.T, body []byte, lenient bool) {
		want := &eventsv1.PublishRequest{}
		got, rest, bad := bodyOf(t, want.ProtoReflect().Descriptor(), string(body), lenient)
		if bad != nil {
			for _, v := range bad.Violations {
				if len(v.Field) > 400 {
					t.Fatalf("a field of %d bytes is shown", len(v.Field))
				}
			}
			return
		}
		if err := protojson.Unmarshal([]byte(rest), want); err != nil || !proto.Equal(got, want) {
			t.Fatalf("%s: %v, want %v: %v", rest, got, want, err)
		}
	})
}

func TestJSONOfMessages(t *testing.T) {
	got, err := AppendJSON(nil, &webhooksv1.Endpoint{
		Id: "a\"\\\n\u2028<ż", Events: []string{"*"}, FailureCount: 3,
		CreatedAt: &timestamppb.Timestamp{Seconds: 1_800_000_000, Nanos: 123_000_000},
		Health:    &webhooksv1.EndpointHealth{State: "healthy", SuccessRate_24H: new(0.5)},
	})
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(got, &m); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	if m["id"] != "a\"\\\n\u2028<ż" || m["description"] != nil || m["disabled_at"] != nil ||
		m["created_at"] != "2027-01-15T08:00:00.123Z" ||
		m["failure_count"] != 3.0 || m["is_active"] != false || m["health"].(map[string]any)["success_rate_24h"] != 0.5 {
		t.Errorf("%s", got)
	}
	if keys := slices.Sorted(maps.Keys(m)); len(keys) != 27 {
		t.Errorf("members %v", keys)
	}
	if strings.Contains(string(got), `\u003c`) {
		t.Errorf("escapes what need not be: %s", got)
	}
	again, err := AppendJSON(nil, &webhooksv1.UpdateEndpointRequest{Changes: &webhooksv1.EndpointChanges{}})
	const want = `{"id":"","changes":{"url":null,"events":[],"description":null,"is_active":null,` +
		`"filter":null,"honour_retry_after":null,` +
		`"deactivate_on_410":null,"headers":{},"rate_limit":null,"channels":[],` +
		`"signatures":[],"body":null,"order_by":null,"order_on_failure":null,"authentication":null},"update_mask":null}`
	if err != nil || string(again) != want {
		t.Errorf("%s, %v", again, err)
	}
}

// Any text survives appendString.
func FuzzAppendString(f *testing.F) {
	f.Add("a\x00\x1f\"\\/\u2029\xff\ud7ff")
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		if err := json.Unmarshal(appendString(nil, s), &back); err != nil || back != strings.ToValidUTF8(s, "\ufffd") &&
			!strings.ContainsRune(back, '\ufffd') {
			t.Fatalf("%q became %q, %v", s, back, err)
		}
	})
}

func TestMarshalAgreesWithProtojsonOnFreeData(t *testing.T) {
	data, err := structpb.NewStruct(map[string]any{"a": 1.5, "b": []any{true, nil, "x"}, "c": map[string]any{"d": "<>"}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := AppendJSON(nil, &eventsv1.PublishRequest{Tenant: "ten_a", Data: data})
	if err != nil {
		t.Fatal(err)
	}
	var back eventsv1.PublishRequest
	if err := protojson.Unmarshal(got, &back); err != nil || !proto.Equal(back.GetData(), data) {
		t.Errorf("%s: %v", got, err)
	}
}
