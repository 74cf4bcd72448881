package walk

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/ids"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// Companies of the fictitious register: one whose board is one person, and one whose two members sign jointly.
const (
	soleCompany, soleName   = "9990000001", "Srebrny Dmuchawiec sp. z o.o."
	jointCompany, jointName = "9990000010", "Kredowe Koło sp. z o.o."
)

// payoutIBAN is the account of every company.
const payoutIBAN = "PL61109010140000071219812874"

type object = map[string]any

func (w *walker) createDraft(ctx context.Context) error {
	external := "walk-" + strings.TrimPrefix(ids.New("w_"), "w_")
	var draft struct{ Ref, Status, Channel string }
	body := map[string]any{"partner_external_ref": external, "applicant_type": "company"}
	if err := w.partner(ctx, "POST", "/onboarding", body, http.StatusCreated, &draft); err != nil {
		return err
	}
	if draft.Status != "draft" {
		return fmt.Errorf("status is %q", draft.Status)
	}
	var again struct{ Ref string }
	if err := w.partner(ctx, "POST", "/onboarding", body, http.StatusOK, &again); err != nil {
		return err
	}
	if again.Ref != draft.Ref {
		return fmt.Errorf("the same partner_external_ref made a second draft")
	}
	w.ref = draft.Ref
	w.report("draft created", fmt.Sprintf("%s in channel %s; the same call again found it", draft.Ref, draft.Channel))
	return nil
}

// provideCompany fills what a partner can provide; the register answers for the rest.
func (w *walker) provideCompany(ctx context.Context) error {
	var u struct {
		CompanyStructure  string `json:"company_structure"`
		Missing           []string
		RequiredDocuments []struct {
			DocumentID string `json:"document_id"`
		} `json:"required_documents"`
	}
	body := Company("Teodor", "Wzorcowy", w.company, soleName)
	applicant := body["applicant"].(object)
	applicant["email"], applicant["phone"] = w.email, w.phone
	body["business"].(object)["category_code"] = "5912" // pharmacies are regulated
	if err := w.partner(ctx, "PATCH", "/onboarding/"+w.ref, body, http.StatusOK, &u); err != nil {
		return err
	}
	if u.CompanyStructure != "single_person" || len(u.RequiredDocuments) != 1 {
		return fmt.Errorf("structure %q, required documents %v", u.CompanyStructure, u.RequiredDocuments)
	}
	w.requiredDocument = u.RequiredDocuments[0].DocumentID
	w.report("company data provided",
		fmt.Sprintf("the register says %s; still missing: %s", u.CompanyStructure, strings.Join(u.Missing, ", ")))
	return nil
}

// Company is what a partner can give of a company of the fictitious register, in the name of an applicant.
func Company(given, family, number, name string) map[string]any {
	return object{
		"applicant": object{"given_names": given, "family_name": family, "email": "applicant@example.com",
			"phone": "+48600100200", "locale": "pl"},
		"business": object{
			"name": name, "website": "https://shop.example.com", "category_code": "5732",
			"tax_id": object{"scheme": "PL_NIP", "value": "1234563218"},
			"address": object{"country": "PL", "city": "Warszawa", "postal_code": "00-950", "street": "Prosta",
				"building_number": "1"},
		},
		"company": object{
			"register": object{"scheme": "PL_KRS", "number": number}, "legal_name": name,
			"beneficial_owners": []object{{"given_names": given, "family_name": family}},
		},
		"payout_account": object{"iban": payoutIBAN, "holder_name": name},
	}
}

func (w *walker) prefill(ctx context.Context) error {
	var p struct {
		Identity struct {
			NationalID struct{ Provided bool } `json:"national_id"`
		}
	}
	body := object{
		"national_id":         object{"scheme": "PL_PESEL", "value": "44051401359"},
		"identity_document":   object{"type": "identity_card", "number": "ABA300000", "issuing_country": "PL"},
		"residential_address": object{"country": "PL", "city": "Warszawa", "postal_code": "00-950", "building_number": "1"},
		"place_of_birth":      object{"country": "PL", "city": "Warszawa"},
		"citizenships":        []string{"PL"},
	}
	if err := w.partner(ctx, "PATCH", "/onboarding/"+w.ref+"/identity", body, http.StatusOK, &p); err != nil {
		return err
	}
	if !p.Identity.NationalID.Provided {
		return fmt.Errorf("the national id is not there")
	}
	w.report("identity prefilled", "stored encrypted; answers only say what was provided")
	return nil
}

func (w *walker) decide(ctx context.Context) error {
	mode, err := w.representation(ctx, w.ref)
	if err != nil {
		return err
	}
	if mode != "solo" {
		return fmt.Errorf("mode is %q", mode)
	}
	w.report("representation decided", "solo: the register lists the applicant as the only member of the board")
	return nil
}

func (w *walker) representation(ctx context.Context, ref string) (mode string, err error) {
	var d struct {
		Mode  string `json:"representation_mode"`
		Needs bool   `json:"requires_invitation_or_poa"`
	}
	if err := w.partner(ctx, "PUT", "/onboarding/"+ref+"/representation", object{"is_representative": true}, http.StatusOK,
		&d); err != nil {
		return "", err
	}
	if d.Needs != (d.Mode != "solo") {
		return "", fmt.Errorf("mode %s, requires_invitation_or_poa %t", d.Mode, d.Needs)
	}
	return d.Mode, nil
}

func (w *walker) upload(ctx context.Context) error {
	var d struct {
		DocumentID  string `json:"document_id"`
		ContentType string `json:"content_type"`
	}
	body := object{
		"content_base64": base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("%PDF-1.7\n"), 100)),
		"filename":       "licence.pdf",
		"document_id":    w.requiredDocument,
	}
	if err := w.partner(ctx, "POST", "/onboarding/"+w.ref+"/documents", body, http.StatusCreated, &d); err != nil {
		return err
	}
	w.report("document uploaded", fmt.Sprintf("%s (%s) answers the required licence", d.DocumentID, d.ContentType))
	return nil
}

func (w *walker) finalize(ctx context.Context) error {
	var f struct {
		Missing    []string
		NextAction struct{ URL string } `json:"next_action"`
	}
	if err := w.partner(ctx, "POST", "/onboarding/"+w.ref+"/finalize", nil, http.StatusOK, &f); err != nil {
		return err
	}
	if len(f.Missing) != 0 || f.NextAction.URL == "" {
		return fmt.Errorf("missing %v, url %q", f.Missing, f.NextAction.URL)
	}
	w.hostedURL = f.NextAction.URL
	w.report("finalize answered", "missing[] is empty; next_action.url for the merchant")
	return nil
}

// invite shows a second company, whose board signs jointly: the other member is invited by e-mail.
func (w *walker) invite(ctx context.Context) error {
	var draft struct{ Ref string }
	if err := w.partner(ctx, "POST", "/onboarding",
		object{"partner_external_ref": ids.New("walk-"), "applicant_type": "company"}, http.StatusCreated,
		&draft); err != nil {
		return err
	}
	if err := w.partner(ctx, "PATCH", "/onboarding/"+draft.Ref,
		Company("Tymoteusz", "Fikcyjniak", jointCompany, jointName), http.StatusOK, nil); err != nil {
		return err
	}
	mode, err := w.representation(ctx, draft.Ref)
	if err != nil {
		return err
	}
	if mode != "co_representative" {
		return fmt.Errorf("mode is %q", mode)
	}
	var invitation struct {
		InvitationID string `json:"invitation_id"`
		Masked       string `json:"invitee_masked"`
	}
	body := object{"role": "representative",
		"invitee": object{"given_names": "Apolonia", "family_name": "Makietowa", "email": "apolonia@example.com"}}
	if err := w.partner(ctx, "POST", "/onboarding/"+draft.Ref+"/invitations", body, http.StatusCreated,
		&invitation); err != nil {
		return err
	}
	link, err := InvitationLink(ctx, w.env, draft.Ref, "apolonia@example.com")
	if err != nil {
		return err
	}
	if err := page(ctx, link); err != nil {
		return fmt.Errorf("the invitation's link: %w", err)
	}
	w.report("signatory invited",
		fmt.Sprintf("a joint board makes the mode %s; %s has a message in the sandbox's mailbox", mode, invitation.Masked))
	return nil
}

// InvitationLink reads the link out of the invitation to an address, in the sandbox's mailbox of an onboarding.
func InvitationLink(ctx context.Context, env stack.Env, ref, address string) (string, error) {
	conn, err := grpc.NewClient(env.PartnerGRPC, grpc.WithTransportCredentials(env.TLS.Credentials()))
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+env.InternalToken)
	operator := partnerconnectv1.NewMerchantOperatorServiceClient(conn)
	mail, err := operator.ListMessages(ctx, &partnerconnectv1.ListMessagesRequest{Ref: ref})
	if err != nil {
		return "", err
	}
	for _, m := range mail.GetData() {
		if m.GetTo() != address || m.GetTemplate() != "invitation" {
			continue
		}
		for word := range strings.FieldsSeq(m.GetText()) {
			if strings.HasPrefix(word, env.PartnerBaseURL) {
				return word, nil
			}
		}
	}
	return "", fmt.Errorf("no invitation to %s with a link", address)
}

func (w *walker) openHostedFlow(ctx context.Context) error {
	for range 2 { // opening a link does not use it up
		if err := page(ctx, w.hostedURL); err != nil {
			return err
		}
	}
	w.report("hosted flow opened", "the landing page answers, twice: opening a link does not use it up")
	return nil
}

// page opens a page as a browser does.
func page(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	trace(req)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
		return fmt.Errorf("status %d, %s", resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	return nil
}
