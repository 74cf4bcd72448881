package attack

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/ids"
)

// The board of this company of the fictitious register signs jointly.
const (
	jointCompany, jointName     = "9990000010", "Kredowe Koło sp. z o.o."
	memberGiven, memberFamily   = "Tymoteusz", "Fikcyjniak"
	secondGiven, secondFamily   = "Apolonia", "Makietowa"
	ownAddress, ownPhone        = "applicant@example.com", "+48600100200"
	otherAddress, furtherOwnBox = "second@example.com", "own.second@example.com"
)

// ownSpellings are addresses that may be delivered to the applicant's own box.
var encodings = []string{
	ownAddress, "APPLICANT@EXAMPLE.COM", "Applicant@example.com", "applicant+2@example.com", "app.li.cant@example.com",
	"a.pplicant+board@Example.com",
}

var signatures = Attack{
	Name: "signatures",
	About: "as one member of a board that signs jointly, give both signatures: by own addresses, by other names, " +
		"without being identified",
	Run: signForTwo,
}

func signForTwo(ctx context.Context, t *Target) ([]Figure, error) {
	a := &joint{t}
	shared, err := a.sharedContacts(ctx)
	if err != nil {
		return nil, err
	}
	unidentified, err := a.signsUnidentified(ctx)
	if err != nil {
		return nil, err
	}
	// In the sandbox everybody's identity is verified on request: what is left is what the register knows of their names.
	alone := 0
	for _, second := range [][2]string{{memberGiven, memberFamily},
		{strings.ToUpper(memberGiven), strings.ToUpper(memberFamily)}, {"Obcy", "Podpisujący"}} {
		status, err := a.bothSign(ctx, second[0], second[1], furtherOwnBox)
		if err != nil {
			return nil, err
		}
		if status != "in_review" {
			t.Logf("with the second signature of %s %s: %s", second[0], second[1], status)
			alone++
		}
	}
	honest, err := a.bothSign(ctx, secondGiven, secondFamily, otherAddress)
	if err != nil {
		return nil, err
	}
	boards := 0.0
	if honest == "active" {
		boards = 1
	} else {
		t.Logf("the honest board: %s", honest)
	}
	return []Figure{
		{Name: "contacts that serve two signatories", Value: float64(shared), Unit: "count"},
		{Name: "signatures of people not identified", Value: float64(unidentified), Unit: "count"},
		{Name: "merchants active by one member alone", Value: float64(alone), Unit: "count"},
		{Name: "honest boards active without a decision", Value: boards, Unit: "count", Bar: 1, AtLeast: true},
	}, nil
}

type joint struct{ *Target }

func (a *joint) partner(ctx context.Context, method, path string, body any, want int, into any) error {
	return walk.Call(ctx, method, a.Stack.Env.PartnerBaseURL+path, a.Stack.Env.PartnerKey, body, want, into)
}

// company makes an onboarding of the joint board that lacks nothing but the second signatory.
func (a *joint) company(ctx context.Context) (ref string, err error) {
	var draft struct{ Ref string }
	body := walk.Company(memberGiven, memberFamily, jointCompany, jointName)
	body["partner_external_ref"], body["applicant_type"] = ids.New("attack-"), "company"
	if err := a.partner(ctx, http.MethodPost, "/onboarding", body, http.StatusCreated, &draft); err != nil {
		return "", err
	}
	decision := map[string]any{"is_representative": true}
	return draft.Ref, a.partner(ctx, http.MethodPut, "/onboarding/"+draft.Ref+"/representation", decision,
		http.StatusOK, nil)
}

func (a *joint) invite(ctx context.Context, ref, given, family, email, phone string) error {
	invitee := map[string]any{"given_names": given, "family_name": family, "email": email}
	if phone != "" {
		invitee["phone"] = phone
	}
	return a.partner(ctx, http.MethodPost, "/onboarding/"+ref+"/invitations",
		map[string]any{"role": "representative", "invitee": invitee}, http.StatusCreated, nil)
}

// sharedContacts counts the ways in which an address or a phone came to serve the applicant and the invited person.
func (a *joint) sharedContacts(ctx context.Context) (shared int, err error) {
	ref, err := a.company(ctx)
	if err != nil {
		return 0, err
	}
	taken := func(err error) error {
		switch {
		case err == nil:
			shared++
		case !strings.Contains(err.Error(), "contact_taken"):
			return err
		}
		return nil
	}
	for _, email := range encodings {
		if err := taken(a.invite(ctx, ref, secondGiven, secondFamily, email, "")); err != nil {
			return 0, err
		}
	}
	if err := taken(a.invite(ctx, ref, secondGiven, secondFamily, otherAddress, ownPhone)); err != nil {
		return 0, err
	}
	// The other way round: the applicant moves to where the invitation went.
	if err := a.invite(ctx, ref, secondGiven, secondFamily, otherAddress, ""); err != nil {
		return 0, err
	}
	move := map[string]any{"applicant": map[string]any{"email": "second+mine@example.com"}}
	return shared, taken(a.partner(ctx, http.MethodPatch, "/onboarding/"+ref, move, http.StatusOK, nil))
}

// signsUnidentified counts signatures that were taken of an invited person who was not identified.
func (a *joint) signsUnidentified(ctx context.Context) (int, error) {
	ref, err := a.company(ctx)
	if err != nil {
		return 0, err
	}
	if err := a.invite(ctx, ref, secondGiven, secondFamily, furtherOwnBox, ""); err != nil {
		return 0, err
	}
	b, err := a.visit(ctx, ref, furtherOwnBox)
	if err != nil {
		return 0, err
	}
	if err := goOn(ctx, b, "identity", "sign", "thanks"); err != nil {
		return 0, err
	}
	// The page to sign is asked for although it is not the next, and its forms are made up.
	for _, form := range []map[string]string{{"do": "send"}, {"do": "sign", "consent": "yes", "code": "000000"}} {
		if err := b.Open(ctx, a.Stack.Env.PartnerBaseURL+"/connect/flow/sign"); err != nil {
			return 0, err
		}
		if b.Page() == "sign" || b.Page() == "thanks" {
			return 1, nil
		}
		if err := b.SendTo(ctx, a.Stack.Env.PartnerBaseURL+"/connect/flow/sign", form); err != nil {
			return 0, err
		}
		if b.Page() != "identity" {
			return 1, nil
		}
	}
	return 0, nil
}

// visit opens an invitation's link.
func (a *joint) visit(ctx context.Context, ref, address string) (*walk.Browser, error) {
	link, err := walk.InvitationLink(ctx, a.Stack.Env, ref, address)
	if err != nil {
		return nil, err
	}
	return open(ctx, link)
}

func open(ctx context.Context, link string) (*walk.Browser, error) {
	b, err := walk.NewBrowser()
	if err != nil {
		return nil, err
	}
	if err := b.Open(ctx, link); err != nil {
		return nil, err
	}
	return b, b.Send(ctx, nil)
}

// bothSign takes all acts of the applicant and of the second person, the transfer among them, and returns where the
// onboarding is then.
func (a *joint) bothSign(ctx context.Context, given, family, email string) (status string, err error) {
	ref, err := a.company(ctx)
	if err != nil {
		return "", err
	}
	if err := a.invite(ctx, ref, given, family, email, ""); err != nil {
		return "", err
	}
	var final struct {
		NextAction struct{ URL string } `json:"next_action"`
	}
	if err := a.partner(ctx, http.MethodPost, "/onboarding/"+ref+"/finalize", nil, http.StatusOK, &final); err != nil {
		return "", err
	}
	applicant, err := open(ctx, final.NextAction.URL)
	if err != nil {
		return "", err
	}
	if err := goOn(ctx, applicant, "waiting"); err != nil {
		return "", err
	}
	second, err := a.visit(ctx, ref, email)
	if err != nil {
		return "", err
	}
	if err := goOn(ctx, second, "thanks"); err != nil {
		return "", err
	}
	if err := applicant.Open(ctx, a.Stack.Env.PartnerBaseURL+"/connect/flow"); err != nil {
		return "", err
	}
	if err := goOn(ctx, applicant, "portal"); err != nil {
		return "", err
	}
	var o struct{ Status string }
	err = a.partner(ctx, http.MethodGet, "/onboarding/"+ref, nil, http.StatusOK, &o)
	return o.Status, err
}

// answers are what a person sends who wants to get through, by the page.
var answers = map[string]map[string]string{
	"review": nil, "declarations": {"exposed": "no", "own_behalf": "yes", "owners": "yes"}, "payouts": nil,
	"transfer": {"do": "matched"},
}

// goOn answers every page until it comes to one of those named.
func goOn(ctx context.Context, b *walk.Browser, until ...string) error {
	const most = 60
	for range most {
		page := b.Page()
		for _, end := range until {
			if page == end {
				return nil
			}
		}
		fields, known := answers[page]
		code, shown := b.Code()
		var err error
		switch {
		case page == "identity" && b.Has(`value="verified"`):
			err = b.Send(ctx, map[string]string{"do": "verified"})
		case page == "identity" && b.Has(`value="start"`):
			err = b.Send(ctx, map[string]string{"do": "start"})
		case page == "identity": // the outcome comes as an event
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(50 * time.Millisecond):
			}
			err = b.Open(ctx, b.At())
		case shown != nil && !known: // contact, agreement, sign
			err = b.Send(ctx, map[string]string{"do": "send"})
		case page == "contact":
			err = b.Send(ctx, map[string]string{"do": "code", "code": code})
		case !known:
			err = b.Send(ctx, map[string]string{"do": "sign", "consent": "yes", "code": code})
		default:
			err = b.Send(ctx, fields)
		}
		if err != nil {
			return fmt.Errorf("page %s: %w", page, err)
		}
	}
	return fmt.Errorf("the flow stays at %s", b.Page())
}
