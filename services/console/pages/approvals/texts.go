package approvals

import "github.com/partnerline/partnerline/services/console/internal/screen"

// texts are those of the approvals.
var texts = screen.Texts{
	"menu_approvals":  {"Approvals", "Zatwierdzenia"},
	"approvals_title": {"Approvals", "Zatwierdzenia"},
	"approvals_what": {
		"What one person proposed, and another must confirm. The one who proposed it cannot.",
		"Co zaproponowała jedna osoba, a druga musi potwierdzić. Proponująca osoba nie może.",
	},
	"approvals_none":      {"Nothing waits for a second person.", "Nic nie czeka na drugą osobę."},
	"approvals_pending":   {"What waits", "Oczekujące"},
	"approvals_all":       {"Those that are decided, too", "Także rozpatrzone"},
	"approvals_refunds":   {"Refunds that you can confirm", "Zwroty do potwierdzenia przez Ciebie"},
	"approvals_mine":      {"What you can confirm", "Do potwierdzenia przez Ciebie"},
	"approvals_show":      {"Show", "Pokaż"},
	"approval_activation": {"Activation of a merchant", "Aktywacja sprzedawcy"},
	"approval_refund":     {"Refund", "Zwrot"},
	"approval_payout_account": {
		"A transfer came from the account for payouts", "Przelew pochodzi z rachunku do wypłat",
	},
	"approval_transfer_return":    {"Transfer returned to an account that was named", "Zwrot przelewu na podany rachunek"},
	"approval_line":               {"Return account: see the bank line", "Rachunek zwrotu: zobacz pozycję"},
	"approval_erasure":            {"Personal data erased", "Usunięcie danych osobowych"},
	"approval_reveal_national_id": {"National id shown", "Okazanie numeru PESEL"},
	"change_onboarding_status":    {"Status", "Status"},
	"change_refunded_amount":      {"Given back of the payment", "Zwrócono z płatności"},
	"change_payout_account":       {"Payout account", "Rachunek wypłat"},
	"change_payout_account_check": {"Payout account", "Rachunek wypłat"},
	"change_return_account":       {"Returned to", "Zwrot na"},
	"change_bank_line":            {"Bank line", "Pozycja bankowa"},
	"change_national_id":          {"National id", "Numer PESEL"},
	"change_personal_data":        {"Personal data", "Dane osobowe"},
	"changed_not_verified":        {"not verified", "niepotwierdzony"},
	"changed_verified":            {"verified", "potwierdzony"},
	"changed_unmatched":           {"not explained", "niewyjaśniona"},
	"changed_matched":             {"explained", "wyjaśniona"},
	"changed_masked":              {"masked", "zamaskowany"},
	"changed_revealed":            {"shown to who proposed it", "okazany osobie proponującej"},
	"changed_kept":                {"kept", "przechowywane"},
	"changed_erased":              {"erased", "usunięte"},
	"change_of":                   {"of", "z"},

	"approval_changes": {"What changes", "Co się zmieni"},
	"approval_does_activation": {
		"The merchant becomes active: it takes payments and can be paid out.",
		"Sprzedawca stanie się aktywny: może przyjmować płatności i otrzymywać wypłaty.",
	},
	"approval_does_refund": {
		"The customer gets the amount back, from the merchant's balance.",
		"Klient otrzyma kwotę z powrotem, z salda sprzedawcy.",
	},
	"approval_does_payout_account": {
		"The account counts as the merchant's own: payouts go to it.",
		"Rachunek uznamy za należący do sprzedawcy: trafią na niego wypłaty.",
	},
	"approval_does_transfer_return": {
		"The amount leaves for the account that was named.",
		"Kwota wyjdzie na podany rachunek.",
	},
	"approval_does_erasure": {
		"The personal data of the merchant is erased and cannot be restored.",
		"Dane osobowe sprzedawcy zostaną usunięte i nie da się ich odtworzyć.",
	},
	"approval_does_reveal_national_id": {
		"Whoever proposed it sees the national id for 15 minutes.",
		"Osoba proponująca zobaczy numer PESEL przez 15 minut.",
	},
	"approval_subject": {"About", "Dotyczy"},
	"approval_why":     {"Why it was proposed", "Dlaczego zaproponowano"},
	"final_approval_confirm": {
		"What another person proposed is done at once.",
		"To, co zaproponowała inna osoba, zostanie od razu wykonane.",
	},
	"approval_proposed": {"Proposed by", "Zaproponowano przez"},
	"approval_until":    {"Until", "Do"},
	"approval_status":   {"Status", "Status"},
	"approval_review":   {"Open the review, and confirm there", "Otwórz weryfikację i tam potwierdź"},
	"approval_own": {
		"You proposed it: another person must confirm.",
		"To Twoja propozycja: potwierdza inna osoba.",
	},
	"approval_confirm":      {"Confirm", "Potwierdź"},
	"approval_reject":       {"Reject", "Odrzuć"},
	"done_approval_confirm": {"It is confirmed, and done.", "Potwierdzono i wykonano."},
	"done_approval_reject":  {"It is rejected; nothing was done.", "Odrzucono; nic nie wykonano."},
}
