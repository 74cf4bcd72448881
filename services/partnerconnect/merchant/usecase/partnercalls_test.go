package usecase_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/keyring"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Fictitious companies of the register of test mode.
const (
	aloneCompany = "9990000001" // one member of the board
	jointCompany = "9990000010" // two, who act jointly
)

// A partner calls the use cases of onboardings in one channel.
type partner struct {
	t            *testing.T
	pool         *pgxpool.Pool
	owner        access.Owner
	onboardings  *merchantusecase.Onboardings
	documents    *merchantusecase.Documents
	registerDown bool
}

func newPartner(t *testing.T) *partner {
	t.Helper()
	changer, pool := newChanger(t)
	p := &partner{t: t, pool: pool}
	p.owner, _ = fixture(t, pool, "a")
	test := register.Func(func(_ context.Context, scheme, number string) (representation.Record, error) {
		if p.registerDown {
			return representation.Record{}, register.ErrUnavailable
		}
		for _, r := range register.Fictitious() {
			if r.Scheme == scheme && r.Number == number {
				return r, nil
			}
		}
		return representation.Record{}, register.ErrNotListed
	})
	none := register.Func(func(context.Context, string, string) (representation.Record, error) {
		return representation.Record{}, register.ErrNotListed
	})
	hash, err := onboarding.ParseIDHash(keyring.NewKey("h1"))
	if err != nil {
		t.Fatal(err)
	}
	p.onboardings = merchantusecase.NewOnboardings(changer, kernelpg.NewAccessStore(pool),
		register.Modes{Test: test, Live: register.Live(nil, nil, none)}, hash)

	files, err := objects.OpenFiles(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	uploader := merchantusecase.NewUploader(files, postgres.NewOnboardingStore(pool, keys, nil), nil,
		slog.New(slog.DiscardHandler), func() time.Time { return start })
	p.documents = merchantusecase.NewDocuments(changer, uploader)
	return p
}

// draft creates an onboarding.
func (p *partner) draft(livemode bool, d onboarding.Data) onboarding.Onboarding {
	p.t.Helper()
	key := access.PartnerKey{Livemode: livemode, Channels: []pc.ChannelID{p.owner.Channel.ID}}
	o, created, err := p.onboardings.CreateOnboarding(p.t.Context(), key,
		merchantusecase.Draft{ExternalRef: p.t.Name(), Data: d}, tester)
	if err != nil || !created {
		p.t.Fatal(created, err)
	}
	return o
}

// call is a call for an onboarding that the partner may see.
func call(o onboarding.Onboarding) merchantusecase.Call {
	return merchantusecase.Call{
		View: access.View{Channels: []pc.ChannelID{o.Owner.Channel.ID}, Livemode: o.Livemode}, Ref: o.Ref, By: tester,
	}
}

// stored reads an onboarding again.
func (p *partner) stored(o onboarding.Onboarding) onboarding.Onboarding {
	p.t.Helper()
	got, _, err := p.onboardings.GetOnboarding(p.t.Context(), call(o).View, o.Ref)
	if err != nil {
		p.t.Fatal(err)
	}
	return got
}

// reasonOf returns the reason of a refusal; empty for none.
func reasonOf(t *testing.T, err error) fault.Reason {
	t.Helper()
	var f *fault.Error
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &f):
		t.Fatal(err)
	}
	return f.Reason
}

func companyOf(number string) onboarding.Data {
	return onboarding.Data{
		ApplicantType: onboarding.CompanyApplicant,
		Applicant:     onboarding.Applicant{GivenNames: "Teodor", FamilyName: "Wzorcowy"},
		Company: onboarding.Company{Register: onboarding.CompanyRegister{
			Scheme: representation.SchemeKRS, Number: number,
		}},
	}
}

// A change stores what it names and keeps the rest; who may not see the onboarding, or knows another version, changes
// nothing.
func TestUpdateOnboarding(t *testing.T) {
	p := newPartner(t)
	o := p.draft(false, person)
	patch := onboarding.DataPatch{
		Fields: onboarding.Fields{"business.name"},
		Values: onboarding.Data{Business: onboarding.Business{Name: "Nowy Kanarek"}},
	}
	for name, c := range map[string]struct {
		change func(*merchantusecase.Call)
		want   fault.Reason
	}{
		"another channel": {
			func(c *merchantusecase.Call) { c.View.Channels = []pc.ChannelID{"chn_a_b"} }, pc.OnboardingNotFound,
		},
		"the other mode": {func(c *merchantusecase.Call) { c.View.Livemode = true }, pc.OnboardingNotFound},
		"another version": {
			func(c *merchantusecase.Call) { c.IfMatch = etag.Parse([]string{`"77"`}) }, fault.PreconditionFailed,
		},
		"a wrong body": {func(c *merchantusecase.Call) {
			c.Body.Malformed = fault.Field("/x", "unknown_field",
				"is not known")
		}, fault.ValidationFailed},
	} {
		t.Run(name, func(t *testing.T) {
			call := call(o)
			c.change(&call)
			if _, err := p.onboardings.UpdateOnboarding(t.Context(), call, patch); reasonOf(t, err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	if got := p.stored(o); got.Version != o.Version {
		t.Errorf("version %d after refusals", got.Version)
	}
	got, err := p.onboardings.UpdateOnboarding(t.Context(), call(o), patch)
	if err != nil || got.Data.Business.Name != "Nowy Kanarek" || got.Version != o.Version+1 {
		t.Fatalf("%+v, %v", got.Data.Business, err)
	}
	if got = p.stored(o); got.Data.Business.Address != person.Business.Address || got.Data.Applicant != person.Applicant ||
		got.Data.Business.Name != "Nowy Kanarek" {
		t.Errorf("stored %+v", got.Data)
	}
}

// A change of the register entry is checked with the register of the mode. An answer that is missing is stored as such;
// a mode without a register refuses before anything is stored.
func TestUpdateLooksTheCompanyUp(t *testing.T) {
	p := newPartner(t)
	for name, c := range map[string]struct {
		number   string
		livemode bool
		down     bool
		want     onboarding.RegisterOutcome
		refused  fault.Reason
	}{
		"found":             {aloneCompany, false, false, onboarding.RegisterFound, ""},
		"not listed":        {"9999999999", false, false, onboarding.RegisterNotListed, ""},
		"no answer":         {aloneCompany, false, true, onboarding.RegisterUnavailable, ""},
		"no register there": {"0000000123", true, false, "", pc.LiveModeUnavailable},
	} {
		p.t = t
		t.Run(name, func(t *testing.T) {
			p.t = t
			o := p.draft(c.livemode, onboarding.Data{ApplicantType: onboarding.CompanyApplicant})
			p.registerDown = c.down
			_, err := p.onboardings.UpdateOnboarding(t.Context(), call(o), onboarding.DataPatch{
				Fields: onboarding.Fields{"company.register"}, Values: companyOf(c.number),
			})
			p.registerDown = false
			got := p.stored(o)
			switch {
			case reasonOf(t, err) != c.refused:
				t.Error(err)
			case c.refused != "" && got.Version != o.Version:
				t.Error("a refused change was stored")
			case c.refused == "" && (got.Register == nil || got.Register.Outcome != c.want):
				t.Errorf("%+v, want %s", got.Register, c.want)
			}
		})
	}
}

// Identity data is stored for one person, and for no company of several.
func TestPrefillIdentity(t *testing.T) {
	p := newPartner(t)
	patch := func(pesel string) onboarding.IdentityPatch {
		return onboarding.NewIdentityPatch(onboarding.Fields{"national_id"},
			onboarding.Identity{NationalID: onboarding.NationalID{Scheme: onboarding.SchemePESEL, Value: pesel}})
	}
	const pesel = "90090515836"
	for name, c := range map[string]struct {
		data  onboarding.Data
		pesel string
		want  fault.Reason
	}{
		"a person":             {person, pesel, ""},
		"a company of one":     {companyOf(aloneCompany), pesel, ""},
		"a company of several": {companyOf(jointCompany), pesel, pc.PrefillNotApplicable},
		"an unknown structure": {
			onboarding.Data{ApplicantType: onboarding.CompanyApplicant}, pesel, pc.CompanyStructureUnknown,
		},
		"a number that is wrong": {person, "90090515837", fault.ValidationFailed},
	} {
		t.Run(name, func(t *testing.T) {
			p.t = t
			o := p.draft(false, c.data)
			_, err := p.onboardings.PrefillIdentity(t.Context(), call(o), patch(c.pesel))
			want := ""
			if c.want == "" {
				want = c.pesel
			}
			if got := p.stored(o).Identity.NationalID.Value; reasonOf(t, err) != c.want || got != want {
				t.Errorf("%v; stored %q, want %q", err, got, want)
			}
		})
	}
	var rows []byte
	if err := p.pool.QueryRow(t.Context(),
		`SELECT string_agg(o::text, ' ')::bytea FROM onboardings o`).Scan(&rows); err != nil ||
		bytes.Contains(rows, []byte(pesel)) {
		t.Errorf("the number can be read in the database: %v", err)
	}
}

// The mode follows from the register; without its answer nothing is decided.
func TestSetRepresentation(t *testing.T) {
	p := newPartner(t)
	for name, c := range map[string]struct {
		data  onboarding.Data
		claim bool
		down  bool
		mode  representation.Mode
		want  fault.Reason
	}{
		"the only member":            {companyOf(aloneCompany), true, false, representation.ModeSolo, ""},
		"one of two who act jointly": {companyOf(jointCompany), true, false, representation.ModeCoRepresentative, ""},
		"no representative":          {companyOf(aloneCompany), false, false, representation.ModeProxy, ""},
		"no answer":                  {companyOf(aloneCompany), true, true, "", pc.RegisterUnavailable},
		"not listed":                 {companyOf("9999999999"), true, false, "", pc.CompanyNotInRegister},
		"a person":                   {person, true, false, "", pc.RepresentationNotApplicable},
		"no register entry": {
			onboarding.Data{ApplicantType: onboarding.CompanyApplicant}, true, false, "", pc.CompanyRegisterRequired,
		},
		"no type": {onboarding.Data{}, true, false, "", pc.ApplicantTypeRequired},
	} {
		t.Run(name, func(t *testing.T) {
			p.t = t
			o := p.draft(false, c.data)
			p.registerDown = c.down
			claim := merchantusecase.RepresentationClaim{IsRepresentative: c.claim}
			if c.mode == representation.ModeCoRepresentative {
				member := register.Fictitious()[slices.IndexFunc(register.Fictitious(),
					func(r representation.Record) bool { return r.Number == jointCompany })].Members[0]
				claim.Person = &merchantusecase.ClaimedPerson{GivenNames: member.GivenNames, FamilyName: member.FamilyName}
			}
			if c.mode == representation.ModeSolo {
				claim.Person = &merchantusecase.ClaimedPerson{GivenNames: "Teodor", FamilyName: "Wzorcowy"}
			}
			_, err := p.onboardings.SetRepresentation(t.Context(), call(o), claim)
			p.registerDown = false
			got := p.stored(o)
			switch {
			case reasonOf(t, err) != c.want:
				t.Error(err)
			case c.mode == "" && got.Version != o.Version:
				t.Error("a refused decision was stored")
			case c.mode != "" && (got.Decision == nil || got.Decision.Mode != c.mode):
				t.Errorf("%+v, want %s", got.Decision, c.mode)
			}
		})
	}
}

// A document is stored with its file, listed, reviewed and deleted unless it was accepted; a call without a file stores
// nothing.
func TestDocuments(t *testing.T) {
	p := newPartner(t)
	o := p.draft(false, person)
	kind, subject := "other", "applicant"
	u := requirements.Upload{Filename: "scan.pdf", Type: &kind, Subject: &subject}
	if _, _, err := p.documents.UploadDocument(t.Context(), call(o), u, merchantusecase.File{Absent: true}); reasonOf(t,
		err) != fault.ValidationFailed {
		t.Errorf("without a file: %v", err)
	}
	uploaded := func() onboarding.Document {
		content := bytes.NewReader([]byte("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"))
		_, d, err := p.documents.UploadDocument(t.Context(), call(o), u, merchantusecase.File{Content: content})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	kept, deleted := uploaded(), uploaded()
	if got, err := p.documents.ListDocuments(t.Context(), call(o).View, o.Ref); err != nil || len(got.Documents) != 2 {
		t.Fatalf("%+v, %v", got.Documents, err)
	}
	accepted := merchantusecase.DocumentVerdict{Document: kept.ID, Status: onboarding.AcceptedDocument}
	if _, got, err := p.documents.ReviewDocument(t.Context(), o.Ref, "", accepted, tester); err != nil ||
		got.Status != onboarding.AcceptedDocument {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := p.documents.DeleteDocument(t.Context(), call(o), kept.ID); reasonOf(t, err) != fault.InvalidState {
		t.Errorf("an accepted one is deleted: %v", err)
	}
	if _, err := p.documents.DeleteDocument(t.Context(), call(o), deleted.ID); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[onboarding.DocumentID]fault.Reason{kept.ID: "", deleted.ID: pc.DocumentNotFound} {
		if _, _, err := p.documents.GetDocument(t.Context(), call(o).View, o.Ref, id); reasonOf(t, err) != want {
			t.Errorf("%s: %v, want %q", id, err, want)
		}
	}
}
