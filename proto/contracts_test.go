package proto

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	_ "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	_ "github.com/partnerline/partnerline/proto/gen/events/v1"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	_ "github.com/partnerline/partnerline/proto/gen/paging/v1"
	_ "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	_ "github.com/partnerline/partnerline/proto/gen/providers/v1"
	_ "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	_ "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// The conventions are in docs/contracts.md. What departs from one is listed here with its reason, and what is listed
// must depart.

// otherNames are fields that are not named as the convention says.
var otherNames = map[string]string{
	"events.v1.Event.tenant":          "the envelope, whose members receivers get",
	"events.v1.PublishRequest.tenant": "describes an envelope",
	"partnerconnect.v1.Event.tenant":  "an envelope likewise",
}

// otherIDs are resources whose own id is not `id`: in the JSON of partner connect an id has the name by which other
// resources refer to it.
var otherIDs = map[string]string{
	"partnerconnect.v1.Delegation": "delegation_id", "partnerconnect.v1.Document": "document_id",
	"partnerconnect.v1.Invitation": "invitation_id",
	"partnerconnect.v1.Payment":    "payment_id", "partnerconnect.v1.Refund": "refund_id",
	"partnerconnect.v1.Chargeback": "chargeback_id", "partnerconnect.v1.Payout": "payout_id",
	"partnerconnect.v1.Settlement":  "settlement_id",
	"partnerconnect.v1.Transaction": "transaction_id",
}

// otherAnswers are responses without `data`.
var otherAnswers = map[string]string{
	"events.v1.PublishResponse":        "the id is all there is to answer, on the path of every event",
	"events.v1.PublishBatchResponse":   "as PublishResponse",
	"providers.v1.SendMessageResponse": "an id is all there is to answer",

	"partnerconnect.v1.PreviewChannelBrandingResponse": "a document is all there is to answer",
	"partnerconnect.v1.CountWorkResponse":              "counts, no resource",

	"webhooks.v1.ResealKeysResponse":          "counts of what was done, no resource",
	"webhooks.v1.RelayEventsResponse":         "a count of what was done, no resource",
	"webhooks.v1.PreviewBulkRecoveryResponse": "counts of what would be done, no resource",

	"partnerconnect.v1.ResealKeysResponse":             "counts of what was done, no resource",
	"partnerconnect.v1.ImportRegisterResponse":         "a count of what was done, no resource",
	"partnerconnect.v1.MatchBankLineResponse":          "the approval that another person must give, or nothing",
	"partnerconnect.v1.RunSettlementResponse":          "a count of what was done, no resource",
	"partnerconnect.v1.ReconcileVerificationsResponse": "counts of what was done, no resource",
	"partnerconnect.v1.VerifyLedgerResponse":           "a report, no resource",
	"partnerconnect.v1.VerifyAuditResponse":            "a report, no resource",
	"webhooks.v1.VerifyAuditResponse":                  "a report, no resource",
}

// flat are the files of partner connect's public API, whose responses are the fields of the resource themselves and
// whose lists have `data` and `next_page_token`.
func flat(f protoreflect.FileDescriptor) bool {
	for i := range f.Services().Len() {
		if ofOperators(f.Services().Get(i)) {
			return false
		}
	}
	return f.Package() == "partnerconnect.v1"
}

// ofOperators reports whether a service is named as one for people of the payments company.
func ofOperators(s protoreflect.ServiceDescriptor) bool {
	return strings.HasSuffix(string(s.Name()), "OperatorService")
}

func TestPresenceIsOptional(t *testing.T) {
	each(t, func(t *testing.T, m protoreflect.MessageDescriptor) {
		for f := range fields(m) {
			if f.Message() != nil && f.Message().ParentFile().Path() == "google/protobuf/wrappers.proto" {
				t.Errorf("%s is a wrapper; use optional", f.FullName())
			}
		}
	})
}

// What people of the payments company may call, their roles say.
func TestOperatorMethodsNameRoles(t *testing.T) {
	n := 0
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			s := f.Services().Get(i)
			for j := range s.Methods().Len() {
				m := s.Methods().Get(j)
				access, _ := proto.GetExtension(m.Options(), optionsv1.E_Access).(*optionsv1.Access)
				operators := access.GetCaller() == optionsv1.Caller_CALLER_OPERATOR
				if operators != ofOperators(s) || operators != (len(access.GetRoles()) > 0) {
					t.Errorf("%s is for %s with the roles %v; methods of operator services are for CALLER_OPERATOR with roles, "+
						"others are not",
						m.FullName(), access.GetCaller(), access.GetRoles())
				}
				n++
			}
		}
		return true
	})
	if n < 100 {
		t.Errorf("only %d methods", n)
	}
}

// largeServices are services of more methods than a type may have.
var largeServices = map[protoreflect.FullName]string{
	"webhooks.v1.OperatorService": "webhooks is one module",
}

// A service has at most 25 methods, so that one type of one module answers it.
func TestServicesAreSmall(t *testing.T) {
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			s := f.Services().Get(i)
			if large, listed := s.Methods().Len() > 25, largeServices[s.FullName()] != ""; large != listed {
				t.Errorf("%s has %d methods, listed as an exception: %t", s.FullName(), s.Methods().Len(), listed)
			}
		}
		return true
	})
}

func TestTenantIsTenantID(t *testing.T) {
	each(t, func(t *testing.T, m protoreflect.MessageDescriptor) {
		f := m.Fields().ByName("tenant")
		if f == nil || f.Kind() != protoreflect.StringKind {
			return
		}
		if otherNames[string(f.FullName())] == "" {
			t.Errorf("%s is the id of a tenant; name it tenant_id", f.FullName())
		}
	})
	for name := range otherNames {
		if _, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name)); err != nil {
			t.Errorf("%s is listed and does not exist", name)
		}
	}
}

var word = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// A resource names its own id `id`; a merchant and its onboarding have their `ref`.
func TestOwnIDIsID(t *testing.T) {
	each(t, func(t *testing.T, m protoreflect.MessageDescriptor) {
		own := strings.ToLower(word.ReplaceAllString(string(m.Name()), "${1}_${2}")) + "_id"
		has := m.Fields().ByName(protoreflect.Name(own)) != nil
		if listed := otherIDs[string(m.FullName())] == own; has != listed {
			t.Errorf("%s has %s: %t, listed as an exception: %t", m.FullName(), own, has, listed)
		}
	})
}

// streamed are messages of streams, which are not answers.
var streamed = map[protoreflect.Name]bool{"WatchEndpointsResponse": true, "StreamEventsResponse": true,
	"PublishStreamResponse": true, "GetDocumentContentResponse": true, "ExportMerchantResponse": true,
	"ExportAuditResponse": true}

// The answer of a call is in `data`: the resource, or the list. An answer without content is an empty message.
func TestAnswersAreInData(t *testing.T) {
	each(t, func(t *testing.T, m protoreflect.MessageDescriptor) {
		if !strings.HasSuffix(string(m.Name()), "Response") || streamed[m.Name()] || flat(m.ParentFile()) {
			return
		}
		plain, listed := m.Fields().Len() > 0 && m.Fields().ByName("data") == nil, otherAnswers[string(m.FullName())] != ""
		switch {
		case plain != listed:
			t.Errorf("%s is without data: %t, listed as an exception: %t", m.FullName(), plain, listed)
		}
	})
}

func TestPagesAreAlike(t *testing.T) {
	each(t, func(t *testing.T, m protoreflect.MessageDescriptor) {
		has := func(name protoreflect.Name) bool { return m.Fields().ByName(name) != nil }
		switch {
		case m.FullName() == "paging.v1.PageMeta":
		case has("next_page_token") && (!flat(m.ParentFile()) || !has("data")):
			t.Errorf("%s has a next_page_token of its own; use paging.v1.PageMeta in meta", m.FullName())
		case has("page_token") && !has("page_size"):
			t.Errorf("%s has a page_token and no page_size", m.FullName())
		case has("limit"):
			t.Errorf("%s has a limit; name it page_size", m.FullName())
		}
	})
}

var nameAlone = regexp.MustCompile(`^\s+// (The|A|An|Its) [a-z]+( [a-z]+)?\.\n\s+[a-z]`)

// A comment says what the name of its field does not.
func TestCommentsSayMore(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".proto" {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines := strings.SplitAfter(string(raw), "\n")
		for i := 1; i+1 < len(lines); i++ {
			if !strings.Contains(lines[i-1], "//") && nameAlone.MatchString(lines[i]+lines[i+1]) {
				t.Errorf("%s:%d: %s says no more than the name does", path, i+1, strings.TrimSpace(lines[i]))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// each calls f for all messages of our contracts, those within others too.
func each(t *testing.T, f func(*testing.T, protoreflect.MessageDescriptor)) {
	t.Helper()
	n := 0
	var walk func(list protoreflect.MessageDescriptors)
	walk = func(list protoreflect.MessageDescriptors) {
		for i := range list.Len() {
			if m := list.Get(i); !m.IsMapEntry() {
				n++
				f(t, m)
				walk(m.Messages())
			}
		}
	}
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if _, err := os.Stat(file.Path()); err == nil {
			walk(file.Messages())
		}
		return true
	})
	if n < 150 {
		t.Fatalf("only %d messages", n)
	}
}

func fields(m protoreflect.MessageDescriptor) func(func(protoreflect.FieldDescriptor) bool) {
	return func(yield func(protoreflect.FieldDescriptor) bool) {
		for i := range m.Fields().Len() {
			if !yield(m.Fields().Get(i)) {
				return
			}
		}
	}
}
