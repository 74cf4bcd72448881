package mail

import (
	"context"
	"fmt"
	"strings"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// words are those of a template in one language: partner, days, link.
var words = map[pc.Template]map[string]struct{ subject, text string }{
	pc.InvitationTemplate: {
		"en": {
			"%[1]s asks for your signature",
			"Hello,\n\na payments account is being opened with %[1]s for a company that you act for, and your signature is needed.\n\n" +
				"Read and sign here until %[2]s:\n%[3]s\n\nIf you did not expect this, ignore this message: nothing happens without you.\n",
		},
		"pl": {
			"%[1]s prosi o Twój podpis",
			"Dzień dobry,\n\nu partnera %[1]s otwierane jest konto płatnicze dla firmy, w której imieniu działasz. Potrzebny jest Twój podpis.\n\n" +
				"Przeczytaj i podpisz do dnia %[2]s:\n%[3]s\n\nJeśli nie spodziewasz się tej wiadomości, zignoruj ją: nic nie stanie się bez Ciebie.\n",
		},
	},
}

// compose puts a message into words; false when there is nothing to say any more.
func (p *Post) compose(o pc.Onboarding, m pc.Message) (pc.Letter, bool) {
	v, err := o.Invitation(m.Invitation)
	if err != nil || v.Status != pc.PendingInvitation {
		return pc.Letter{}, false
	}
	language := "en"
	if strings.HasPrefix(strings.ToLower(m.Locale), "pl") {
		language = "pl"
	}
	w := words[m.Template][language]
	link := p.links.URL(pc.NewInvitationLink(o, *v, p.now()))
	partner := o.Owner.Partner.Name
	return pc.Letter{
		StoredMessage: pc.StoredMessage{Message: m}, Subject: fmt.Sprintf(w.subject, partner),
		Text: fmt.Sprintf(w.text, partner, v.ExpiresAt.UTC().Format(time.DateOnly), link),
	}, true
}

// Letters returns what was or will be said to the people of an onboarding, oldest first; what is not to be said any more has no
// words.
func (p *Post) Letters(ctx context.Context, ref pc.Ref) ([]pc.Letter, error) {
	o, err := p.store.Onboarding(ctx, pc.View{System: true}, ref)
	if err != nil {
		return nil, err
	}
	list, err := p.store.Messages(ctx, ref)
	if err != nil {
		return nil, err
	}
	out := make([]pc.Letter, len(list))
	for i, m := range list {
		out[i], _ = p.compose(o, m.Message)
		out[i].StoredMessage = m
	}
	return out, nil
}
