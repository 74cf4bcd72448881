package usecase

import (
	"context"
	"strings"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

// texts are those of each template, by language.
var texts = map[message.Template]map[string]struct{ subject, text string }{
	message.InvitationTemplate: {
		"en": {
			"{partner} asks for your signature",
			"Hello,\n\na payments account is being opened with {partner} for a company that you act for, and your signature is needed.\n\n" +
				"Read and sign here until {until}:\n{link}\n\nIf you did not expect this, ignore this message: nothing happens without you.\n",
		},
		"pl": {
			"{partner} prosi o Twój podpis",
			"Dzień dobry,\n\nu partnera {partner} otwierane jest konto płatnicze dla firmy, w której imieniu działasz. Potrzebny jest Twój podpis.\n\n" +
				"Przeczytaj i podpisz do dnia {until}:\n{link}\n\nJeśli nie spodziewasz się tej wiadomości, zignoruj ją: nic nie stanie się bez Ciebie.\n",
		},
	},
	message.CodeTemplate: {
		"en": {"Your code: {code}", "Your code for {partner} is {code}. It works for 10 minutes. We will never ask you for it by phone.\n"},
		"pl": {"Twój kod: {code}", "Twój kod dla {partner} to {code}. Działa przez 10 minut. Nikt nigdy nie poprosi Cię o niego telefonicznie.\n"},
	},
	signInTemplate: {
		"en": {
			"Your code: {code}",
			"Your code for {partner} is {code}. It works for 10 minutes. We will never ask you for it by phone.\n\n" +
				"Instead of the code you can open this link, once within 24 hours:\n{link}\n\n" +
				"If you did not ask for a code, somebody else entered your link: nothing happens without this message.\n",
		},
		"pl": {
			"Twój kod: {code}",
			"Twój kod dla {partner} to {code}. Działa przez 10 minut. Nikt nigdy nie poprosi Cię o niego telefonicznie.\n\n" +
				"Zamiast kodu możesz otworzyć ten link, raz w ciągu 24 godzin:\n{link}\n\n" +
				"Jeśli nie prosisz o kod, ktoś inny otworzył Twój link: bez tej wiadomości nic się nie stanie.\n",
		},
	},
	message.LinkTemplate: {
		"en": {"Your new link", "Hello,\n\nhere is your new link to the payments account with {partner}:\n{link}\n\nIf you did not ask for it, ignore this message.\n"},
		"pl": {"Twój nowy link", "Dzień dobry,\n\noto Twój nowy link do konta płatniczego u partnera {partner}:\n{link}\n\nJeśli o niego nie prosisz, zignoruj tę wiadomość.\n"},
	},
}

// signInTemplate is a code that goes to the address of the merchant, with a link that signs in.
const signInTemplate message.Template = "code_with_link"

// render returns the text of a message; false when it is obsolete.
func (p *Mailer) render(o onboarding.Onboarding, m message.Message) (message.RenderedMessage, bool) {
	var link, until string
	now, template := p.now(), m.Template
	switch m.Template {
	case message.CodeTemplate:
		// The link proves the address that it is sent to, so it goes to the present one alone.
		if m.Medium == message.ByEmail && m.To != "" && m.To == o.Data.Applicant.Email && !o.Status.Ended() {
			link, template = p.links.URL(hostedflow.NewSignInLink(o, m.ID, now)), signInTemplate
		}
	case message.InvitationTemplate:
		v, err := o.Invitation(m.Invitation)
		if err != nil || v.Status != onboarding.PendingInvitation {
			return message.RenderedMessage{}, false
		}
		link, until = p.links.URL(hostedflow.NewInvitationLink(o, *v, now)), v.ExpiresAt.UTC().Format(time.DateOnly)
	case message.LinkTemplate:
		if o.Status.Ended() {
			return message.RenderedMessage{}, false
		}
		link = p.links.URL(hostedflow.NewLink(o, now))
	}
	language := "en"
	if strings.HasPrefix(strings.ToLower(m.Locale), "pl") {
		language = "pl"
	}
	w := texts[template][language]
	fill := strings.NewReplacer("{partner}", o.Owner.Partner.Name, "{until}", until, "{link}", link, "{code}", m.Code)
	return message.RenderedMessage{StoredMessage: message.StoredMessage{Message: m}, Subject: fill.Replace(w.subject), Text: fill.Replace(w.text)}, true
}

// Messages returns the messages to the people of an onboarding, oldest first; an obsolete one has no text.
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
		out[i], _ = p.render(o, m.Message)
		out[i].StoredMessage = m
	}
	return out, nil
}
