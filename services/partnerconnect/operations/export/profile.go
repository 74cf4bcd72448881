package export

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// A Profile is what is known of a merchant besides its money. Secrets, hashes of other people's numbers, and from where
// other people signed are not in it.
type Profile struct {
	Merchant      string         `json:"merchant"`
	ExportedAt    time.Time      `json:"exported_at"`
	Livemode      bool           `json:"livemode"`
	Partner       named          `json:"partner"`
	Channel       named          `json:"channel"`
	ExternalRef   string         `json:"partner_external_ref"`
	Status        string         `json:"status"`
	ReasonCode    string         `json:"reason_code,omitempty"`
	Account       string         `json:"account_status"`
	CreatedAt     time.Time      `json:"created_at"`
	UpdatedAt     time.Time      `json:"updated_at"`
	EndedAt       *time.Time     `json:"ended_at"`
	ApplicantType string         `json:"applicant_type,omitempty"`
	Applicant     applicant      `json:"applicant"`
	Business      any            `json:"business"`
	Company       any            `json:"company"`
	Register      *registerCheck `json:"register_check"`

	Representation *representation `json:"representation"`
	Declarations   any             `json:"declarations"`
	Verifications  []verification  `json:"identity_verifications"`
	Agreement      agreement       `json:"agreement"`
	Delegation     *delegated      `json:"delegation"`
	PayoutsOptIn   optIn           `json:"payouts_opt_in"`

	PayoutAccount        any            `json:"payout_account"`
	PayoutAccountChange  *accountChange `json:"payout_account_change"`
	VerificationTransfer any            `json:"verification_transfer"`

	Documents   []document        `json:"documents"`
	Invitations []invitation      `json:"invitations"`
	Metadata    map[string]string `json:"metadata"`
	ReturnURL   string            `json:"return_url,omitempty"`
}

type named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type applicant struct {
	onboarding.Applicant
	Identity        onboarding.Identity `json:"identity"`
	EmailVerifiedAt *time.Time          `json:"email_verified_at"`
	PhoneVerifiedAt *time.Time          `json:"phone_verified_at"`
	ConfirmedAt     *time.Time          `json:"data_confirmed_at"`
}

type registerCheck struct {
	Register  onboarding.CompanyRegister `json:"register"`
	Outcome   string                     `json:"outcome"`
	LegalName string                     `json:"legal_name,omitempty"`
	AsOf      time.Time                  `json:"as_of,omitzero"`
	CheckedAt time.Time                  `json:"checked_at"`
}

type representation struct {
	Mode         string      `json:"mode"`
	Claimed      bool        `json:"applicant_is_representative"`
	Additional   int         `json:"additional_signatories"`
	Rule         any         `json:"rule"`
	Candidates   []candidate `json:"candidates"`
	EvaluatedAt  time.Time   `json:"evaluated_at"`
	Confirmation bool        `json:"identity_confirmation_required"`
}

type candidate struct {
	MemberID string `json:"member_id"`
	Function string `json:"function,omitempty"`
	Name     string `json:"name_masked"`
}

type verification struct {
	Invitation string            `json:"invitation_id,omitempty"` // of another signatory
	SessionID  string            `json:"session_id"`
	Status     string            `json:"status"`
	StartedAt  time.Time         `json:"started_at"`
	Checks     map[string]string `json:"checks,omitempty"`
}

type agreement struct {
	Files     []agreementFile       `json:"files"`
	Signature *onboarding.Signature `json:"signature"`
	Again     *onboarding.Signature `json:"granted_again"`
	OfOthers  []signature           `json:"signatures_of_others"`
}

type agreementFile struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

type signature struct {
	Invitation string    `json:"invitation_id"`
	At         time.Time `json:"at"`
	Agreement  string    `json:"agreement"`
	Hash       string    `json:"hash"`
}

type delegated struct {
	ID        string     `json:"id"`
	Status    string     `json:"status"`
	Agreement string     `json:"agreement"`
	Version   string     `json:"agreement_version"`
	SignedAt  time.Time  `json:"signed_at"`
	GrantedAt time.Time  `json:"granted_at"`
	RevokedAt *time.Time `json:"revoked_at"`
	RevokedBy string     `json:"revoked_by,omitempty"`
}

type optIn struct {
	Status      string     `json:"status"`
	RequestedAt *time.Time `json:"requested_at"`
	GrantedAt   *time.Time `json:"granted_at"`
	RevokedAt   *time.Time `json:"revoked_at"`
}

type accountChange struct {
	Account     onboarding.PayoutAccount `json:"account"`
	RequestedAt time.Time                `json:"requested_at"`
	EffectiveAt time.Time                `json:"effective_at"`
	VerifiedAt  *time.Time               `json:"verified_at"`
}

type document struct {
	ID          string    `json:"document_id"`
	File        string    `json:"file"` // in the archive
	Type        string    `json:"document_type,omitempty"`
	Subject     string    `json:"subject,omitempty"`
	Filename    string    `json:"filename"`
	ContentType string    `json:"content_type"`
	Size        int       `json:"size_bytes"`
	Status      string    `json:"status"`
	ReasonCode  string    `json:"reason_code,omitempty"`
	CreatedAt   time.Time `json:"created_at"`
}

type invitation struct {
	ID        string             `json:"invitation_id"`
	Role      string             `json:"role"`
	Status    string             `json:"status"`
	Person    onboarding.Invitee `json:"invitee"`
	MemberID  string             `json:"member_id,omitempty"`
	CreatedAt time.Time          `json:"created_at"`
	ExpiresAt time.Time          `json:"expires_at"`
}

// ProfileOf returns what is known of a merchant at a time.
func ProfileOf(o *onboarding.Onboarding, at time.Time) Profile {
	p := Profile{
		Merchant: string(o.Ref), ExportedAt: at.UTC(), Livemode: o.Livemode,
		Partner: named{string(o.Owner.Partner.ID), o.Owner.Partner.Name},
		Channel: named{string(o.Owner.Channel.ID), o.Owner.Channel.Name}, ExternalRef: o.ExternalRef,
		Status: string(o.Status), ReasonCode: o.ReasonCode,
		Account: string(o.Merchant), CreatedAt: o.CreatedAt.UTC(), UpdatedAt: o.UpdatedAt.UTC(), EndedAt: o.EndedAt,
		ApplicantType: string(o.Data.ApplicantType),
		Applicant: applicant{
			o.Data.Applicant, o.Identity, o.Flow.EmailVerifiedAt, o.Flow.PhoneVerifiedAt, o.Flow.ReviewedAt,
		},
		Business: o.Data.Business, Company: o.Data.Company, Declarations: o.Flow.Declarations,
		PayoutsOptIn:  optIn{string(o.OptIn.Status), o.OptIn.RequestedAt, o.OptIn.GrantedAt, o.OptIn.RevokedAt},
		PayoutAccount: o.Data.PayoutAccount, VerificationTransfer: o.Flow.Transfer, Metadata: o.Data.Metadata,
		ReturnURL: o.Data.ReturnURL,
	}
	if r := o.Register; r != nil {
		p.Register = &registerCheck{r.Register, string(r.Outcome), r.LegalName, r.AsOf, r.CheckedAt}
	}
	if d := o.Decision; d != nil {
		p.Representation = &representation{
			string(d.Mode), d.Claim, d.AdditionalSignatories, d.Rule, nil, d.EvaluatedAt, d.IdentityConfirmationRequired,
		}
		for _, c := range d.Candidates {
			p.Representation.Candidates = append(p.Representation.Candidates,
				candidate{string(c.MemberID), c.Function, c.NameMasked})
		}
	}
	for id, v := range o.Flow.AllVerifications() {
		p.Verifications = append(p.Verifications, verification{string(id), v.SessionID, v.Status, v.StartedAt, v.Checks})
	}
	slices.SortFunc(p.Verifications, func(a, b verification) int { return strings.Compare(a.SessionID, b.SessionID) })
	if d := o.Delegation; d != nil {
		p.Delegation = &delegated{
			string(d.ID), string(d.Status), d.Agreement.ID, d.Agreement.Version, d.Agreement.SignedAt, d.GrantedAt, d.RevokedAt,
			string(d.RevokedBy),
		}
	}
	if c := o.AccountChange; c != nil {
		p.PayoutAccountChange = &accountChange{c.Account, c.Requested.At, c.EffectiveAt, c.Transfer.ReceivedAt}
	}
	p.Agreement.Signature, p.Agreement.Again = o.Flow.Signature, o.Flow.GrantedAgain
	for _, a := range Agreements(o) {
		p.Agreement.Files = append(p.Agreement.Files, agreementFile{a.Name, a.Hash})
	}
	for _, v := range o.Invitations {
		p.Invitations = append(p.Invitations,
			invitation{string(v.ID), string(v.Role), string(v.Status), v.Person, v.MemberID, v.CreatedAt, v.ExpiresAt})
		if v.Signature != nil {
			p.Agreement.OfOthers = append(p.Agreement.OfOthers,
				signature{string(v.ID), v.Signature.At, v.Signature.Agreement, v.Signature.Hash})
		}
	}
	for _, d := range o.Documents {
		p.Documents = append(p.Documents, document{
			string(d.ID), DocumentFile(d), d.Type, d.Subject, d.Filename, d.ContentType, d.Size, string(d.Status), d.ReasonCode,
			d.CreatedAt,
		})
	}
	return p
}

// An AgreementFile is the text of the channel agreement in a language.
type AgreementFile struct {
	Name string
	signing.Agreement
}

// Agreements are the texts of the channel agreement that the merchant has signed, in all languages.
func Agreements(o *onboarding.Onboarding) (list []AgreementFile) {
	if o.Flow.Signature == nil {
		return nil
	}
	for _, language := range signing.AgreementLanguages {
		a := signing.SignedAgreement(*o.Flow.Signature, o, language)
		list = append(list, AgreementFile{"agreement-" + a.Version + "." + language + ".txt", a})
	}
	return list
}

// extensions are those of the types that documents have.
var extensions = map[string]string{
	"application/pdf": ".pdf", "image/png": ".png", "image/jpeg": ".jpg", "image/tiff": ".tiff",
}

// DocumentFile is the name of a document in the archive. It is made of the id, as the name that the document came with
// may lead anywhere.
func DocumentFile(d onboarding.Document) string {
	return path.Join("documents", string(d.ID)+extensions[d.ContentType])
}

// Filename is the name of the archive.
func Filename(o *onboarding.Onboarding, at time.Time) string {
	return string(o.Ref) + "-" + at.UTC().Format("2006-01-02") + ".zip"
}
