package find

import "github.com/partnerline/partnerline/services/console/internal/screen"

var texts = screen.Texts{
	"menu_find":  {"Find", "Szukaj"},
	"find_title": {"Find", "Szukaj"},
	"find_what": {
		"Enter an id, a partner's reference, an applicant's e-mail address, a NIP, KRS or REGON, or the URL of an endpoint, as it is.", "Wpisz identyfikator, numer nadany przez partnera, e-mail wnioskodawcy, NIP, KRS lub REGON albo URL odbiorcy, w całości.",
	},
	"find_none": {"Nothing is called so.", "Nic się tak nie nazywa."},
	"find_long": {
		"The text is too long: enter at most 2048 characters.", "Tekst jest za długi: wpisz najwyżej 2048 znaków.",
	},
	"find_webhooks":     {"Webhooks", "Webhooki"},
	"find_partners":     {"Partners and merchants", "Partnerzy i sprzedawcy"},
	"find_kind":         {"Kind", "Rodzaj"},
	"find_id":           {"Id", "Identyfikator"},
	"find_about":        {"What it is", "Opis"},
	"find_owner":        {"Of", "Należy do"},
	"find_mode":         {"Mode", "Tryb"},
	"kind_tenant":       {"tenant", "klient"},
	"kind_api_key":      {"API key", "klucz API"},
	"kind_endpoint":     {"endpoint", "odbiorca"},
	"kind_verification": {"verification", "weryfikacja"},
	"kind_delivery":     {"delivery", "dostarczenie"},
	"kind_event":        {"event", "zdarzenie"},
	"kind_merchant":     {"merchant", "sprzedawca"},
	"kind_payment":      {"payment", "płatność"},
	"kind_refund":       {"refund", "zwrot"},
	"kind_chargeback":   {"chargeback", "obciążenie zwrotne"},
	"kind_payout":       {"payout", "wypłata"},
	"kind_settlement":   {"settlement", "rozliczenie"},
	"kind_transaction":  {"transaction", "transakcja"},
	"kind_approval":     {"approval", "zatwierdzenie"},
	"kind_partner":      {"partner", "partner"},
	"kind_channel":      {"channel", "kanał"},
	"kind_partner_key":  {"partner key", "klucz partnera"},
	"kind_merchant_key": {"merchant key", "klucz sprzedawcy"},
}
