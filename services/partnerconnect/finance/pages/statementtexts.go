package pages

import (
	"github.com/partnerline/partnerline/internal/pagekit"
)

// statementTexts is what statements say.
var statementTexts = pagekit.Texts{
	pagekit.English: {
		"separator": ".", "skip": "Skip to the content", "language": "Language", "other_language": "Polski",
		"test_mode": "Test mode: no money moves.",
		"title":     "Settlement statement", "merchant": "Merchant", "settlement": "Settlement", "day": "Day (UTC)",
		"credited": "Credited", "account": "Payout account",
		"sums": "Sums", "gross": "Payments", "fees": "Fees", "refunds": "Refunds", "chargebacks": "Chargebacks", "net": "Net",
		"transactions": "Transactions",
		"at":           "Time", "type": "Type", "reference": "Reference", "amount": "Amount", "fee": "Fee", "total": "Total",
		"file":         "Download as CSV",
		"shortened":    "The first %d of %d transactions are shown, the totals are of all. The file has all.",
		"type_payment": "Payment", "type_refund": "Refund", "type_chargeback": "Chargeback", "type_fee": "Fee",
		"type_payout": "Payout", "type_adjustment": "Adjustment",
		"expired_title": "This link has expired", "expired": "Ask whoever sent it to you for a new one.",
		"invalid_title": "This link does not work", "invalid": "Check that it is complete.",
		"limited_title": "Too many requests", "limited": "Try again in a moment.",
		"failed_title": "Something went wrong", "failed": "It is our fault. Try again in a moment.",
	},
	pagekit.Polish: {
		"separator": ",", "skip": "Przejdź do treści", "language": "Język", "other_language": "English",
		"test_mode": "Tryb testowy: żadne pieniądze nie są przekazywane.",
		"title":     "Zestawienie rozliczenia", "merchant": "Sprzedawca", "settlement": "Rozliczenie", "day": "Dzień (UTC)",
		"credited": "Zaksięgowano", "account": "Rachunek do wypłat",
		"sums": "Sumy", "gross": "Płatności", "fees": "Opłaty", "refunds": "Zwroty", "chargebacks": "Obciążenia zwrotne",
		"net": "Netto", "transactions": "Transakcje",
		"at": "Czas", "type": "Rodzaj", "reference": "Numer", "amount": "Kwota", "fee": "Opłata", "total": "Razem",
		"file":         "Pobierz jako CSV",
		"shortened":    "Pokazano pierwsze %d z %d transakcji, sumy obejmują wszystkie. Plik zawiera wszystkie.",
		"type_payment": "Płatność", "type_refund": "Zwrot", "type_chargeback": "Obciążenie zwrotne", "type_fee": "Opłata",
		"type_payout": "Wypłata", "type_adjustment": "Korekta",
		"expired_title": "Ten link wygasł", "expired": "Poproś o nowy osobę, która go przysłała.",
		"invalid_title": "Ten link nie działa", "invalid": "Sprawdź, czy jest cały.",
		"limited_title": "Zbyt wiele żądań", "limited": "Spróbuj ponownie za chwilę.",
		"failed_title": "Coś poszło nie tak", "failed": "To nasza wina. Spróbuj ponownie za chwilę.",
	},
}
