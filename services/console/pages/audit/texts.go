package audit

import "github.com/partnerline/partnerline/services/console/internal/screen"

// texts are those of the audit trail.
var texts = screen.Texts{
	"menu_audit":  {"Audit", "Audyt"},
	"audit_title": {"Audit: who did and saw what", "Audyt: kto co zrobił i widział"},
	"audit_what": {
		"Calls of operators, partners and merchants, the newest first.",
		"Wywołania operatorów, partnerów i sprzedawców, od najnowszych.",
	},
	"audit_person":         {"Person", "Osoba"},
	"audit_operation":      {"Action", "Czynność"},
	"audit_object":         {"Object (id)", "Obiekt (identyfikator)"},
	"audit_partner":        {"Partner (ptn_)", "Partner (ptn_)"},
	"audit_merchant":       {"Merchant (mrc_)", "Sprzedawca (mrc_)"},
	"audit_tenant":         {"Tenant (ten_)", "Najemca (ten_)"},
	"audit_webhooks":       {"Webhooks: what operators did", "Webhooki: co zrobili operatorzy"},
	"audit_actor":          {"Who", "Kto"},
	"audit_actor_operator": {"operator", "operator"},
	"audit_actor_partner":  {"partner", "partner"},
	"audit_actor_merchant": {"merchant", "sprzedawca"},
	"audit_actor_system":   {"the program", "program"},
	"audit_from":           {"From", "Od"},
	"audit_until":          {"To", "Do"},
	"audit_day":            {"Give a day as 2026-11-23.", "Podaj dzień jako 2026-11-23."},
	"audit_entries":        {"Partner connect", "Partner connect"},
	"audit_none":           {"There are no such entries.", "Nie ma takich wpisów."},
	"audit_at":             {"When", "Kiedy"},
	"audit_action":         {"Action", "Czynność"},
	"audit_about":          {"About", "Czego dotyczy"},
	"audit_outcome":        {"Outcome", "Wynik"},
	"audit_verify":         {"Verify the chain", "Sprawdź łańcuch"},
	"audit_verify_what": {
		"Recomputes the hash of every entry. A changed, removed or inserted entry breaks the chain.",
		"Oblicza od nowa skrót każdego wpisu. Zmieniony, usunięty lub wstawiony wpis przerywa łańcuch.",
	},
	"audit_intact":  {"The chain is intact.", "Łańcuch jest nienaruszony."},
	"audit_broken":  {"The chain is broken at position", "Łańcuch jest przerwany na pozycji"},
	"audit_count":   {"Entries", "Wpisy"},
	"audit_pending": {"Not in the chain yet", "Jeszcze poza łańcuchem"},
	"audit_head":    {"Hash of the last entry", "Skrót ostatniego wpisu"},
	"audit_key":     {"Public key of exports", "Klucz publiczny eksportów"},
	"audit_export":  {"Export signed", "Eksportuj z podpisem"},
	"audit_export_what": {
		"The entries with their hashes, as lines of JSON, and a signature at the end. Without this service it is checked by:",
		"Wpisy z ich skrótami jako wiersze JSON i podpis na końcu. Bez tej usługi sprawdza się je poleceniem:",
	},
	"audit_export_arguments":     {"KEY FILE", "KLUCZ PLIK"},
	"audit_chain_partnerconnect": {"Partner connect: verify and export", "Partner connect: sprawdzenie i eksport"},
	"audit_chain_webhooks":       {"Webhooks: verify and export", "Webhooki: sprawdzenie i eksport"},
	"audit_position":             {"Position", "Pozycja"},
	"audit_after": {
		"Behind this position; 0: from the first entry", "Za tą pozycją; 0: od pierwszego wpisu",
	},
	"audit_after_number": {"The position is a number.", "Pozycja jest liczbą."},
	"audit_export_role":  {"An export takes the role administrator.", "Eksport wymaga roli administracji."},
}
