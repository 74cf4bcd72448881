package usecase

import (
	"context"
	_ "embed"
	"html/template"
	"strings"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A wording is what a template says in one language.
type wording struct{ subject, text, link string } // link: the text of the link in an HTML document

// texts are those of each template, by language.
var texts = map[message.Template]map[string]wording{
	message.InvitationTemplate: {
		"en": {
			"{partner} asks for your signature",
			"Hello,\n\na payments account is being opened with {partner} for a company that you act for, and your signature is needed.\n\n" +
				"Read and sign here until {until}:\n{link}\n\nIf you did not expect this, ignore this message: nothing happens without you.\n",
			"Read and sign",
		},
		"pl": {
			"{partner} prosi o Twój podpis",
			"Dzień dobry,\n\nu partnera {partner} otwierane jest konto płatnicze dla firmy, w której imieniu działasz. Potrzebny jest Twój podpis.\n\n" +
				"Przeczytaj i podpisz do dnia {until}:\n{link}\n\nJeśli nie spodziewasz się tej wiadomości, zignoruj ją: nic nie stanie się bez Ciebie.\n",
			"Przeczytaj i podpisz",
		},
	},
	message.CodeTemplate: {
		"en": {
			"Your code: {code}",
			"Your code for {partner} is {code}. It works for 10 minutes. We will never ask you for it by phone.\n", "",
		},
		"pl": {
			"Twój kod: {code}",
			"Twój kod dla {partner} to {code}. Działa przez 10 minut. Nikt nigdy nie poprosi Cię o niego telefonicznie.\n", "",
		},
	},
	signInTemplate: {
		"en": {
			"Your code: {code}",
			"Your code for {partner} is {code}. It works for 10 minutes. We will never ask you for it by phone.\n\n" +
				"Instead of the code you can open this link, once within 24 hours:\n{link}\n\n" +
				"If you did not ask for a code, someone else entered your link: nothing happens without this message.\n",
			"Sign in",
		},
		"pl": {
			"Twój kod: {code}",
			"Twój kod dla {partner} to {code}. Działa przez 10 minut. Nikt nigdy nie poprosi Cię o niego telefonicznie.\n\n" +
				"Zamiast kodu możesz otworzyć ten link, raz w ciągu 24 godzin:\n{link}\n\n" +
				"Jeśli nie prosisz o kod, ktoś inny otworzył Twój link: bez tej wiadomości nic się nie stanie.\n",
			"Zaloguj się",
		},
	},
	message.AccountChangeTemplate: {
		"en": {
			"Your payout account is being changed",
			"Someone asked to pay your money with {partner} out to another account, {account}, from {effective} on. Until then it goes to your present one.\n\n" +
				"If that was not you, stop it here:\n{link}\n",
			"Stop the change",
		},
		"pl": {
			"Zmiana rachunku do wypłat",
			"Zlecono, aby od {effective} Twoje pieniądze u partnera {partner} trafiały na inny rachunek: {account}. Do tego czasu trafiają na obecny.\n\n" +
				"Jeśli to nie Ty, zatrzymaj zmianę tutaj:\n{link}\n",
			"Zatrzymaj zmianę",
		},
	},
	message.LinkTemplate: {
		"en": {
			"Your new link",
			"Hello,\n\nhere is your new link to the payments account with {partner}:\n{link}\n\nIf you did not ask for it, ignore this message.\n",
			"Open the payments account",
		},
		"pl": {
			"Twój nowy link",
			"Dzień dobry,\n\noto Twój nowy link do konta płatniczego u partnera {partner}:\n{link}\n\nJeśli o niego nie prosisz, zignoruj tę wiadomość.\n",
			"Otwórz konto płatnicze",
		},
	},
}

// signInTemplate is a code that goes to the address of the merchant, with a link that signs in.
const signInTemplate message.Template = "code_with_link"

// render returns the text of a message; false when it is obsolete.
func (p *Mailer) render(
	o onboarding.Onboarding, m message.StoredMessage,
) (out message.RenderedMessage, ok bool, err error) {
	var link signedlink.Link
	now, kind, code, account, effective := p.now(), m.Template, "", "", time.Time{}
	out = message.RenderedMessage{StoredMessage: m, Language: "en"}
	switch m.Template {
	case message.CodeTemplate:
		if code = m.Code(p.links.Keys); code == "" {
			return out, false, nil
		}
		out.UsefulUntil = m.CreatedAt.Add(message.CodeTTL)
		// The link proves the address that it is sent to, so it goes only to the current one.
		if m.Medium == message.ByEmail && m.To != "" && m.To == o.Data.Applicant.Email && !o.Status.Ended() {
			link, kind = hostedflow.NewSignInLink(o, m.ID, now), signInTemplate
		}
	case message.InvitationTemplate:
		v, err := o.Invitation(m.Invitation)
		if err != nil || v.Status != onboarding.PendingInvitation {
			return out, false, nil //nolint:nilerr // without its invitation the message is obsolete
		}
		link, out.UsefulUntil = hostedflow.NewInvitationLink(o, *v, now), v.ExpiresAt
	case message.LinkTemplate:
		if o.Status.Ended() {
			return out, false, nil
		}
		link, out.UsefulUntil = hostedflow.NewLink(o, now), m.CreatedAt.Add(message.MessageRetention)
	case message.AccountChangeTemplate:
		c := o.AccountChange
		if c == nil || !c.Requested.At.Equal(m.CreatedAt) {
			return out, false, nil // it was stopped, or is in effect
		}
		link, out.UsefulUntil, account, effective = hostedflow.NewStopLink(o,
			now), c.DueAt(), field.MaskIBAN(c.Account.IBAN), c.EffectiveAt
	}
	if strings.HasPrefix(strings.ToLower(m.Locale), "pl") {
		out.Language = "pl"
	}
	values := map[string]string{
		"{partner}": o.Owner.Partner.Name, "{until}": out.UsefulUntil.UTC().Format(time.DateOnly), "{code}": code,
		"{account}": account, "{effective}": effective.UTC().Format("2006-01-02 15:04 UTC"),
	}
	if link.Ref != "" {
		values["{link}"] = p.links.URL(link)
	}
	w := texts[kind][out.Language]
	out.Subject, out.Text = fill(w.subject, values), fill(w.text, values)
	if m.Medium == message.ByEmail {
		out.HTML, err = document(out, w, values)
	}
	return out, true, err
}

// fill puts values in for their names.
func fill(text string, values map[string]string) string {
	pairs := make([]string, 0, 2*len(values))
	for name, value := range values {
		pairs = append(pairs, name, value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

//go:embed email.html
var emailHTML string

var emailTemplate = template.Must(template.New("email").Parse(emailHTML))

// A piece of a paragraph is one of its three.
type piece struct{ Text, Link, Code string }

// document returns a message as an HTML document.
func document(m message.RenderedMessage, w wording, values map[string]string) (string, error) {
	var paragraphs [][]piece
	for text := range strings.SplitSeq(strings.TrimSpace(w.text), "\n\n") {
		var pieces []piece
		before, after, found := strings.Cut(text, "{link}")
		if !found {
			before, after, found = strings.Cut(text, "{code}")
			pieces = append(pieces, piece{Text: fill(before, values)})
			if found {
				pieces = append(pieces, piece{Code: values["{code}"]})
			}
		} else {
			pieces = append(pieces, piece{Text: fill(before, values)}, piece{Link: values["{link}"]})
		}
		paragraphs = append(paragraphs, append(pieces, piece{Text: fill(after, values)}))
	}
	var b strings.Builder
	err := emailTemplate.Execute(&b, struct {
		Language, Subject, LinkText string
		Paragraphs                  [][]piece
	}{m.Language, m.Subject, w.link, paragraphs})
	return b.String(), err
}

// Messages returns the messages to the people of an onboarding, oldest first. An obsolete message has no text. In live
// mode none has: its reader could sign in with the code or link in it.
func (p *Mailer) Messages(ctx context.Context, ref pc.Ref) ([]message.RenderedMessage, error) {
	o, err := p.onboardings.Onboarding(ctx, access.SystemView, ref)
	if err != nil {
		return nil, err
	}
	list, err := p.store.Messages(ctx, ref)
	if err != nil {
		return nil, err
	}
	out := make([]message.RenderedMessage, len(list))
	for i, m := range list {
		out[i] = message.RenderedMessage{StoredMessage: m}
		if o.Livemode {
			continue
		}
		if rendered, ok, err := p.render(o, m); err != nil {
			return nil, err
		} else if ok {
			out[i] = rendered
		}
	}
	return out, nil
}
