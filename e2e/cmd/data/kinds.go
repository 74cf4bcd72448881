package main

import (
	"fmt"
	"reflect"
	"time"

	partnerconnect "github.com/partnerline/partnerline/services/partnerconnect/app"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	webhooks "github.com/partnerline/partnerline/services/webhooks/app"
)

// A kind of data is stored in one way.
type kind struct {
	name       string
	fields     []string // of the contracts: full names, or a message and .*
	columns    []string // service.table.column; none: it is not stored
	protection string
	kept       string
	ends       string // who deletes it, and how
}

// setting is a setting with its default, as days.
func setting(config any, name string) string {
	text := find(reflect.TypeOf(config), "", name)
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(name + " is no duration: " + err.Error())
	}
	return fmt.Sprintf("`%s` (%.0f days)", name, d.Hours()/24)
}

// find returns the default of a setting of a configuration; empty when there is no such setting.
func find(config reflect.Type, prefix, name string) string {
	for f := range config.Fields() {
		if prefix+f.Tag.Get("env") == name {
			return f.Tag.Get("default")
		}
		if f.Type.Kind() == reflect.Struct {
			if text := find(f.Type, prefix+f.Tag.Get("envPrefix"), name); text != "" {
				return text
			}
		}
	}
	return ""
}

const (
	onboardingKey = "sealed with the onboarding's own key, which is sealed with `ENCRYPTION_KEYS`"
	lookup        = "a keyed hash (`IDENTITY_HASH_KEY`)"
	keyring       = "sealed with `ENCRYPTION_KEYS`, bound to the row"
	erasure       = "erasing the onboarding's key, by the sweep or at a demand"
	pc            = "partnerconnect.v1."
	providers     = "providers.v1."
)

// withOnboarding is how long data is kept that is sealed with an onboarding's key.
const withOnboarding = "with the onboarding's key"

// keyIsKept is how long that is.
var keyIsKept = "until " + setting(partnerconnect.Config{}, "RETENTION_UNSIGNED") +
	" after an onboarding ended without a signature, " + setting(partnerconnect.Config{}, "RETENTION_REJECTED") +
	" after a refusal, " + setting(partnerconnect.Config{}, "RETENTION_CLOSED") + " after the account was closed"

var retention = setting(webhooks.Config{}, "RETENTION")

// kinds are all kinds of personal data and of secrets, in the order of the page.
var kinds = []kind{
	{
		name:       "the onboarding's key",
		columns:    []string{"partnerconnect.onboardings.data_key"},
		protection: keyring, kept: keyIsKept, ends: "the sweep, or an operator at a demand: all that it seals ends with it",
	},
	{
		name: "names, contacts, addresses, birth, citizenships of applicants",
		fields: []string{
			pc + "Applicant.*", pc + "Address.*", pc + "PrefillIdentityRequest.*", pc + "PlaceOfBirth.*",
			pc + "RevealedField.value", pc + "ListReviewsResponse.*", pc + "ReviewDetails.*", pc + "SearchOnboardingsResponse.*",
			pc + "GetOnboardingDetailsResponse.*", pc + "FindResponse.*", pc + "ListApprovalsResponse.*",
			pc + "GetApprovalResponse.*", pc + "SearchPaymentsResponse.*", pc + "InspectPaymentResponse.*",
			pc + "SearchPayoutsResponse.*", pc + "SearchRefundsResponse.*", pc + "SearchChargebacksResponse.*",
			pc + "SearchSettlementsResponse.*",
		},
		columns: []string{
			"partnerconnect.onboardings.applicant", "partnerconnect.onboardings.identity", "partnerconnect.onboardings.lookups",
		},
		protection: onboardingKey + "; to search by e-mail address, " + lookup, kept: withOnboarding, ends: erasure,
	},
	{
		name:       "national ids, numbers of identity documents",
		fields:     []string{pc + "NationalID.*", pc + "IdentityDocument.*"},
		columns:    []string{"partnerconnect.onboardings.identity"},
		protection: onboardingKey, kept: withOnboarding, ends: erasure,
	},
	{
		name:   "names and numbers of businesses, beneficial owners",
		fields: []string{pc + "Business.*", pc + "TaxID.*", pc + "BeneficialOwner.*"},
		columns: []string{
			"partnerconnect.onboardings.business", "partnerconnect.onboardings.company", "partnerconnect.onboardings.lookups",
		},
		protection: onboardingKey + "; to search by tax and register number, " + lookup, kept: withOnboarding, ends: erasure,
	},
	{
		name:       "accounts for payouts",
		fields:     []string{pc + "PayoutAccount.*"},
		columns:    []string{"partnerconnect.onboardings.payout_account", "partnerconnect.onboardings.account_change"},
		protection: onboardingKey, kept: withOnboarding, ends: erasure,
	},
	{
		name:   "representatives, signatories, invited persons, their signatures",
		fields: []string{pc + "RepresentationPerson.*", pc + "Invitee.*"},
		columns: []string{
			"partnerconnect.onboardings.representation", "partnerconnect.onboardings.flow",
			"partnerconnect.invitations.person", "partnerconnect.invitations.signature",
		},
		protection: onboardingKey, kept: withOnboarding, ends: erasure,
	},
	{
		name:       "documents, their names and subjects",
		fields:     []string{pc + "UploadDocumentRequest.*", pc + "GetDocumentContentResponse.*"},
		columns:    []string{"partnerconnect.documents.details"},
		protection: onboardingKey + "; the content in `DOCUMENTS_DIR` or the bucket, each with a key of its own",
		kept:       withOnboarding, ends: erasure + "; the objects are deleted",
	},
	{
		name:       "address and text of messages",
		fields:     []string{pc + "Message.*", pc + "SandboxMessage.*"},
		columns:    []string{"partnerconnect.messages.content"},
		protection: onboardingKey, kept: fmt.Sprintf("%.0f days", message.MessageRetention.Hours()/24),
		ends: "the sweep, or " + erasure,
	},
	{
		name:   "entries of company registers",
		fields: []string{pc + "RegisterBody.*", pc + "RegisterMember.*", pc + "RegisterProcurator.*"},
		columns: []string{
			"partnerconnect.register_snapshots.record", "partnerconnect.live_register_entries.record",
			"partnerconnect.register_entries.record",
		},
		protection: keyring + "; names and numbers in free text are removed", kept: "with the decision; without limit",
		ends: "nothing: they are public, and evidence of who could sign",
	},
	{
		name:       "payments: description, customer",
		fields:     []string{pc + "RegisterPaymentRequest.*", pc + "PaymentCustomer.*"},
		columns:    []string{"partnerconnect.payments.details", "partnerconnect.engine_payments.page"},
		protection: onboardingKey, kept: withOnboarding, ends: erasure + "; amounts stay in the ledger",
	},
	{
		name:       "payouts: account, description",
		fields:     []string{pc + "CreatePayoutRequest.*", pc + "Payout.*"},
		columns:    []string{"partnerconnect.payouts.details"},
		protection: onboardingKey, kept: withOnboarding, ends: erasure + "; amounts stay in the ledger",
	},
	{
		name:       "senders of transfers that nothing explains",
		fields:     []string{pc + "BankLine.*", pc + "MatchBankLineRequest.*"},
		columns:    []string{"partnerconnect.bank_lines.sender"},
		protection: keyring, kept: "until the transfer is explained", ends: "the operator who explains it",
	},
	{
		name:   "names of operators, addresses of callers",
		fields: []string{pc + "AuditEntry.*", pc + "AccessEntry.*", "webhooks.v1.AuditEntry.*", "webhooks.v1.BulkRecovery.*"},
		columns: []string{
			"partnerconnect.audit_entries.operator_name", "partnerconnect.audit_entries.address",
			"partnerconnect.approvals.proposed_by_name", "partnerconnect.approvals.decided_by_name",
			"webhooks.audit_entries.operator_name", "webhooks.bulk_recoveries.started_by", "webhooks.notices.actor",
		},
		protection: "in the open, for the trail is to be verified", kept: "without limit",
		ends: "nothing: the trail is append-only",
	},
	{
		name: "networks from which links were opened and codes asked for",
		columns: []string{
			"partnerconnect.hosted_sessions.network", "partnerconnect.code_requests.network",
		},
		protection: "in the open", kept: "30 minutes without a call and 8 hours in all; of requests for codes 24 hours",
		ends: "the sweep",
	},
	{
		name:       "bodies of events and of receivers' answers",
		fields:     []string{"webhooks.v1.GetEndpointDeliveryResponse.*"},
		columns:    []string{"webhooks.events.body", "webhooks.attempts.response_body", "partnerconnect.events.body"},
		protection: "in the open: no type of event has personal data by its schema; answers are the receivers' own",
		kept:       retention, ends: "dropping partitions",
	},
	{
		name:       "answers to calls, for repeats with the same `Idempotency-Key`",
		columns:    []string{"partnerconnect.idempotency_keys.answer", "webhooks.idempotency_keys.answer"},
		protection: keyring + "; secrets are not in them", kept: "24 hours, 7 days where the contract says so",
		ends: "the sweep",
	},
	{
		name:       "address of the identity provider's page",
		columns:    []string{"partnerconnect.identity_sessions.page"},
		protection: onboardingKey, kept: withOnboarding, ends: erasure,
	},
	{
		name:       "addresses that tenants get notices at",
		columns:    []string{"webhooks.notice_addresses.sealed"},
		protection: keyring, kept: "until the tenant removes it; 24 hours when it is not confirmed",
		ends: "the tenant, the sweep",
	},
	{
		name: "secrets, headers and authentication of endpoints",
		columns: []string{"webhooks.endpoint_secrets.sealed", "webhooks.endpoints.sealed_headers",
			"webhooks.endpoints.sealed_authentication"},
		protection: keyring, kept: "until they are rotated or the endpoint is deleted", ends: "the tenant",
	},
	{
		name:       "private signing keys of tenants",
		columns:    []string{"webhooks.key_pairs.sealed"},
		protection: keyring, kept: "until they are rotated, and no longer published", ends: "the sweep",
	},
	{
		name:       "keys of what issues client certificates of endpoints",
		columns:    []string{"webhooks.client_authorities.sealed"},
		protection: keyring, kept: "without limit; replaced when it ends, after ten years", ends: "nothing",
	},
	{
		name:       "exports of other systems, while they are imported",
		fields:     []string{"webhooks.v1.ImportEndpointsRequest.*"},
		protection: "never in logs", kept: "-", ends: "the operator deletes the file",
	},
	{
		name: "what the adopter's own systems are asked and report",
		fields: []string{
			providers + "SubmitPayoutRequest.*", providers + "ReportIncomingTransferRequest.*",
			providers + "IdentityApplicant.*", providers + "IdentityNationalId.*", providers + "IdentityDocument.*",
			providers + "IdentityAddress.*", providers + "SendMessageRequest.*", providers + "CreatePaymentRequest.*",
			providers + "Payer.*", providers + "LookUpCompanyRequest.*", providers + "Company.*", providers + "Representative.*",
		},
		protection: "passed on over TLS, made from what is stored above", kept: "as those systems keep it",
		ends: "the adopter, in those systems",
	},
}

const head = "# What is stored, where and for how long\n" +
	"\n" +
	"Personal data and secrets, generated from the fields that the contracts mark and from the " +
	"settings: `make generate`. A field that no row covers fails a test. The rules are in\n" +
	"[data protection](rules/data-protection.md), other data is in [limits](limits.md).\n" +
	"\n" +
	"| data | stored in (service, table, column) | protected | kept | ended by |\n" +
	"| --- | --- | --- | --- | --- |\n"

const requests = "\n" +
	"A backup has the same, with the onboardings' keys as they were: what was erased since can be " +
	"read in it with `ENCRYPTION_KEYS`, as long as it is kept. Keep backups no longer than a demand " +
	"for erasure may take, and\n" +
	"after a restore erase again what was erased after its point ([backups](backup.md)).\n" +
	"\n" +
	"## A person asks\n" +
	"\n" +
	"| for | how |\n" +
	"| --- | --- |\n" +
	"| access, a copy | the merchant downloads it in the portal of the hosted flow; an operator " +
	"exports it: `ExportMerchant`. Both are in the audit trail. It has what the merchant or its " +
	"partner gave, no codes, links or keys |\n" +
	"| erasure | an operator: `EraseMerchant`, where four eyes are required another one confirms. " +
	"What no agreement was signed for is erased at once; of a refused or closed merchant the refusal " +
	"names the date on which it is erased by itself |\n" +
	"| correction | the partner or the merchant changes the onboarding; of an active merchant " +
	"operators ask for it (`DecideReview`) |\n" +
	"| who has seen it | the merchant reads it in the portal; operators: `ListAccess` |\n" +
	"| an operator's own name | it stays in the audit trail, the evidence of who did what; partners " +
	"and merchants do not see it |\n" +
	"\n" +
	"## Fields of the contracts\n" +
	"\n" +
	"| data | fields |\n" +
	"| --- | --- |\n"
