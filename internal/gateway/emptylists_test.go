package gateway

import (
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// An emptyList is what an empty list means in a field of a request.
type emptyList string

const (
	refused   emptyList = "refused"   // the contract's lower bound is 1 or more
	clears    emptyList = "clears"    // as null does
	means     emptyList = "none"      // there are none
	byHandler emptyList = "by others" // another field decides whether the list may be empty; the handler checks it
)

// emptyLists are all repeated fields of all requests. A new one has to be decided about.
var emptyLists = map[protoreflect.FullName]emptyList{
	"events.v1.PublishBatchRequest.events":                        refused,
	"events.v1.StreamEventsRequest.type":                          means,
	"verifications.v1.BatchGetVerificationsRequest.ids":           refused,
	"verifications.v1.AdvanceVerificationRequest.checks":          means,
	"verifications.v1.TransitionVerificationRequest.checks":       means,
	"verifications.v1.AdvanceVerificationRequest.reason_codes":    means,
	"verifications.v1.TransitionVerificationRequest.reason_codes": means,
	"webhooks.v1.CreateEndpointRequest.events":                    refused,
	"webhooks.v1.EndpointChanges.events":                          refused,
	"webhooks.v1.CreateEndpointRequest.channels":                  means,
	"webhooks.v1.EndpointChanges.channels":                        clears,
	"webhooks.v1.CreateEndpointRequest.signatures":                refused,
	"webhooks.v1.EndpointChanges.signatures":                      refused,
	"webhooks.v1.Authentication.scopes":                           means,
	"webhooks.v1.RelayEventsRequest.items":                        refused,
	"webhooks.v1.RelayedEvent.permissions":                        means,
	"webhooks.v1.RecoverEndpointRequest.statuses":                 refused,
	"webhooks.v1.ResolveEndpointsRequest.ids":                     refused,
	"webhooks.v1.CheckAttemptsRequest.attempts":                   refused,
	"webhooks.v1.BulkSelection.tenant_ids":                        byHandler,
	"webhooks.v1.BulkSelection.endpoint_ids":                      byHandler,
	"webhooks.v1.BulkSelection.event_types":                       means,
	"webhooks.v1.AnnounceSourceAddressesRequest.addresses":        means,
	"webhooks.v1.SetPortalSettingsRequest.return_urls":            means,
	"webhooks.v1.SetPortalSettingsRequest.frame_origins":          means,

	"partnerconnect.v1.BeneficialOwner.citizenships":           means,
	"partnerconnect.v1.Company.beneficial_owners":              clears,
	"partnerconnect.v1.PrefillIdentityRequest.citizenships":    refused,
	"partnerconnect.v1.CreateInvitationRequest.document_ids":   means,
	"partnerconnect.v1.CreateChannelRequest.return_origins":    means,
	"partnerconnect.v1.CreateChannelRequest.currencies":        means,
	"partnerconnect.v1.SetChannelCurrenciesRequest.currencies": refused,
	"partnerconnect.v1.CreatePartnerKeyRequest.channels":       refused,
	"partnerconnect.v1.CreatePartnerKeyRequest.scopes":         refused,
	"partnerconnect.v1.DecideReviewRequest.codes":              byHandler,
	"partnerconnect.v1.RevealPersonalDataRequest.fields":       refused,
	"partnerconnect.v1.ImportRegisterRequest.records":          refused,
	"partnerconnect.v1.RegisterAlternative.signatures":         byHandler,
	"partnerconnect.v1.RegisterRecord.members":                 means,
	"partnerconnect.v1.RegisterRecord.procurators":             means,
	"partnerconnect.v1.RegisterRecord.proceedings":             means,
	"partnerconnect.v1.RegisterRule.alternatives":              means,
}

func TestEmptyListsAreDecided(t *testing.T) {
	found := map[protoreflect.FullName]bool{}
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			methods := file.Services().Get(i).Methods()
			for k := range methods.Len() {
				m := methods.Get(k)
				if !proto.HasExtension(m.Options(), optionsv1.E_Access) {
					continue // not a method of ours
				}
				walkFields(m.Input(), map[protoreflect.FullName]bool{}, func(f protoreflect.FieldDescriptor) {
					if f.IsList() && !strings.HasPrefix(string(f.FullName()), "google.protobuf.") {
						found[f.FullName()] = true
						wantEmpty(t, f)
					}
				})
			}
		}
		return true
	})
	for name := range emptyLists {
		if !found[name] {
			t.Errorf("%s is in the table and in no request", name)
		}
	}
}

func wantEmpty(t *testing.T, f protoreflect.FieldDescriptor) {
	t.Helper()
	rules, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	want, decided := emptyLists[f.FullName()]
	switch {
	case !decided:
		t.Errorf("%s: decide whether it may be empty, and say so in the contract and in this table", f.FullName())
	case (want == refused) != (rules.GetRepeated().GetMinItems() > 0):
		t.Errorf("%s: an empty list is %q in the table, the contract's least number of entries is %d", f.FullName(), want,
			rules.GetRepeated().GetMinItems())
	}
}

// An empty list is not the same as null where the contract has a lower bound, also where the field may be absent.
func TestEmptyListIsNotNull(t *testing.T) {
	for _, c := range []struct {
		name, message, body, mask, field string
	}{
		{"empty", "partnerconnect.v1.PrefillIdentityRequest", `{"citizenships":[]}`, "", "/citizenships"},
		{"null clears", "partnerconnect.v1.PrefillIdentityRequest", `{"citizenships":null}`, "citizenships", ""},
		{"absent", "partnerconnect.v1.PrefillIdentityRequest", `{}`, "", ""},
		{"one", "partnerconnect.v1.PrefillIdentityRequest", `{"citizenships":["PL"]}`, "citizenships", ""},
		{"no bound", "partnerconnect.v1.CreateInvitationRequest", `{"document_ids":[]}`, "", ""},
		{"all of them unless said", "webhooks.v1.RecoverEndpointRequest", `{"statuses":[]}`, "", "/statuses"},
		{"nothing to subscribe to", "webhooks.v1.EndpointChanges", `{"events":[]}`, "", "/events"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(c.message))
			if err != nil {
				t.Fatal(err)
			}
			m, body, bad := bodyOf(t, d.(protoreflect.MessageDescriptor), c.body, false)
			if c.field == "" {
				if bad != nil || body != c.body {
					t.Fatalf("%s, %v; want %s", body, bad, c.body)
				}
				if masked, ok := m.(interface{ GetUpdateMask() *fieldmaskpb.FieldMask }); ok &&
					strings.Join(masked.GetUpdateMask().GetPaths(), ",") != c.mask {
					t.Errorf("mask %s, want %s", masked.GetUpdateMask().GetPaths(), c.mask)
				}
				return
			}
			if bad == nil || len(bad.Violations) != 1 || bad.Violations[0].Field != c.field ||
				bad.Violations[0].Code != "too_few" {
				t.Errorf("%v, want a violation of %s", bad, c.field)
			}
		})
	}
}
