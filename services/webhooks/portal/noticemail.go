package portal

import (
	"fmt"
	"strings"

	"github.com/partnerline/partnerline/internal/smtp"
	"github.com/partnerline/partnerline/services/webhooks"
)

// wording is what e-mails say, in a language.
type wording struct {
	confirmSubject, confirmText    string
	oneSubject, manySubject, intro string
	tenantSubject                  string // of one notice that is about no endpoint
	more, outro, test              string
	happened                       map[webhooks.EventType]string
	limitedInTest                  string // instead of deliveriesLimited in test mode, where calls are refused, too
}

// The notices of a tenant, as types of what an e-mail lists.
const (
	deliveriesLimited = webhooks.EventType(webhooks.NoticeDeliveriesLimited)
	answersLimited    = webhooks.EventType(webhooks.NoticeAnswersLimited)
)

var wordings = map[string]wording{
	"en": {
		confirmSubject: "Confirm this address for notices on webhooks",
		confirmText: "Someone who manages the webhooks of %s wants notices on its endpoints sent to this address.\n\nConfirm it within 24 hours:\n%s\n\n" +
			"If you do not know about it, do nothing: no notice is sent here then.\n",
		oneSubject: "A webhook endpoint: %s", manySubject: "Webhook endpoints: %d notices",
		tenantSubject: "Webhooks: %s",
		intro:         "This happened to the webhook endpoints of %s:", more: "... and %d more.", test: " (test mode)",
		outro: "The next e-mail comes in an hour at the earliest, whatever happens. Who manages the endpoints in the portal can change this address there.",
		happened: map[webhooks.EventType]string{
			webhooks.EndpointFailing:     "is failing: %d deliveries failed in a row",
			webhooks.EndpointDeactivated: "was deactivated after %d deliveries that failed",
			webhooks.EndpointReactivated: "is active again",

			webhooks.EndpointCertificateExpiring: "has a client certificate that ends in less than 21 days: set a new one",
			deliveriesLimited:                    "there are more deliveries than a minute may have: events wait",
			answersLimited:                       "answers of receivers exceeded the limit for a minute: some are not stored",
		},
		limitedInTest: "there are more deliveries than a minute may have: events wait, or calls that cause some are refused",
	},
	"pl": {
		confirmSubject: "Potwierdź ten adres dla powiadomień o webhookach",
		confirmText: "Osoba, która zarządza webhookami firmy %s, chce otrzymywać na ten adres powiadomienia o jej endpointach.\n\nPotwierdź go w ciągu 24 godzin:\n%s\n\n" +
			"Jeśli nic o tym nie wiesz, nie rób nic: żadne powiadomienie tu nie przyjdzie.\n",
		oneSubject: "Endpoint webhooków: %s", manySubject: "Endpointy webhooków: powiadomienia (%d)",
		tenantSubject: "Webhooki: %s",
		intro:         "Co się stało z endpointami webhooków firmy %s:", more: "... i jeszcze %d.", test: " (tryb testowy)",
		outro: "Następna wiadomość przyjdzie najwcześniej za godzinę, cokolwiek się wydarzy. Osoby, które zarządzają endpointami w portalu, mogą tam zmienić ten adres.",
		happened: map[webhooks.EventType]string{
			webhooks.EndpointFailing:     "zgłasza błędy: %d kolejnych dostarczeń nieudanych",
			webhooks.EndpointDeactivated: "wyłączono po %d nieudanych dostarczeniach",
			webhooks.EndpointReactivated: "znów jest aktywny",

			webhooks.EndpointCertificateExpiring: "ma certyfikat klienta, który wygasa za mniej niż 21 dni: ustaw nowy",
			deliveriesLimited:                    "dostarczeń jest więcej, niż dopuszcza się na minutę: zdarzenia czekają",
			answersLimited:                       "przekroczono limit odpowiedzi na minutę: części nie zapisano",
		},
		limitedInTest: "dostarczeń jest więcej, niż dopuszcza się na minutę: zdarzenia czekają albo wywołania są odrzucane",
	},
}

// ConfirmationMail asks the owner of an address to confirm it, for a tenant of a name.
func ConfirmationMail(a NoticeAddress, tenant, link string) smtp.Mail {
	w := wordings[a.Language]
	return smtp.Mail{
		ID: a.ID, To: a.Email, Language: a.Language, CreatedAt: a.CreatedAt, Subject: w.confirmSubject,
		Text: fmt.Sprintf(w.confirmText, tenant, link),
	}
}

// NoticeMail lists what happened: list is the first of all notices. The same notices make the same Message-ID, by which
// an e-mail that comes twice is recognized.
func NoticeMail(a NoticeAddress, tenant string, list []Notice, all int) smtp.Mail {
	w := wordings[a.Language]
	mode := w.test
	if a.Scope.Livemode {
		mode = ""
	}
	say := func(n Notice) string {
		text := w.happened[n.Type]
		if n.Type == deliveriesLimited && !a.Scope.Livemode {
			text = w.limitedInTest
		}
		if strings.Contains(text, "%d") {
			text = fmt.Sprintf(text, n.FailureCount)
		}
		return text
	}
	lines := []string{fmt.Sprintf(w.intro, tenant+mode), ""}
	for _, n := range list {
		head := strings.TrimSpace(n.HappenedAt.UTC().Format("2006-01-02 15:04 UTC") + "  " + n.URL)
		lines = append(lines, head, "  "+say(n), "")
	}
	if more := all - len(list); more > 0 {
		lines = append(lines, fmt.Sprintf(w.more, more), "")
	}
	m := smtp.Mail{
		ID: fmt.Sprintf("%s-%d", a.ID, list[0].ID), To: a.Email, Language: a.Language, CreatedAt: list[0].HappenedAt,
		Text: strings.Join(append(lines, w.outro), "\n") + "\n",
	}
	if m.Subject = fmt.Sprintf(w.manySubject, all); all == 1 {
		subject := w.oneSubject
		if list[0].URL == "" {
			subject = w.tenantSubject
		}
		m.Subject = fmt.Sprintf(subject, say(list[0]))
	}
	return m
}
