package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/money"
)

// texts is what the pages say in one language.
type texts struct {
	separator string // of decimals

	TestMode, Title, To, For, Until, How, Pay, Reject, Back, NoMethod string
	PaidTitle, Paid, RefundedTitle, Refunded, RejectedTitle, Rejected string
	CancelledTitle, Cancelled, ExpiredTitle, Expired                  string
	InvalidTitle, InvalidWhat, FailedTitle, FailedWhat                string
	LimitedTitle, LimitedWhat, StoppedTitle, Stopped                  string

	methods map[money.PaymentMethod]string
}

// Name names a method for people.
func (t *texts) Name(m money.PaymentMethod) string { return t.methods[m] }

var english = &texts{
	separator: ".",
	TestMode:  "Test mode: no money moves.",
	Title:     "Your payment", To: "To", For: "For", Until: "Pay until", How: "How do you want to pay?", Pay: "Pay", Reject: "Decline",
	Back:      "Back to the shop",
	NoMethod:  "No payment method is available here yet. Nothing was charged; go back to the shop.",
	PaidTitle: "Paid", Paid: "Thank you. You can go back to the shop.",
	RefundedTitle: "Refunded", Refunded: "The shop has given money back to you.",
	RejectedTitle: "Not paid", Rejected: "The payment did not come about. Nothing was charged.",
	CancelledTitle: "Cancelled", Cancelled: "The shop has withdrawn this payment. Nothing was charged.",
	ExpiredTitle: "Too late", Expired: "The time to pay is over. Nothing was charged; ask the shop for a new payment.",
	InvalidTitle: "This link is not valid", InvalidWhat: "It may have been cut short when it was copied. Open it again from the shop.",
	StoppedTitle: "Not possible", Stopped: "The shop takes no payments at present. Nothing was charged; this payment will not come about.",
	LimitedTitle: "Too many requests", LimitedWhat: "There were too many requests for this page. Wait a minute and open it again.",
	FailedTitle: "Something went wrong", FailedWhat: "The page cannot be shown right now. Try again in a moment.",
	methods: map[money.PaymentMethod]string{money.ByTransfer: "Bank transfer", money.ByBLIK: "BLIK", money.ByCard: "Card"},
}

var polish = &texts{
	separator: ",",
	TestMode:  "Tryb testowy: żadne pieniądze nie są przesyłane.",
	Title:     "Twoja płatność", To: "Odbiorca", For: "Za co", Until: "Zapłać do", How: "Jak chcesz zapłacić?", Pay: "Zapłać", Reject: "Odrzuć",
	Back:      "Wróć do sklepu",
	NoMethod:  "Nie ma tu jeszcze dostępnej metody płatności. Nic nie zostało pobrane; wróć do sklepu.",
	PaidTitle: "Zapłacono", Paid: "Dziękujemy. Możesz wrócić do sklepu.",
	RefundedTitle: "Zwrócono", Refunded: "Sklep zwrócił Ci pieniądze.",
	RejectedTitle: "Nie zapłacono", Rejected: "Płatność nie doszła do skutku. Nic nie zostało pobrane.",
	CancelledTitle: "Anulowano", Cancelled: "Sklep wycofał tę płatność. Nic nie zostało pobrane.",
	ExpiredTitle: "Za późno", Expired: "Czas na zapłatę minął. Nic nie zostało pobrane; poproś sklep o nową płatność.",
	InvalidTitle: "Ten link jest nieprawidłowy", InvalidWhat: "Mógł zostać ucięty przy kopiowaniu. Otwórz go jeszcze raz ze sklepu.",
	StoppedTitle: "Płatność niemożliwa", Stopped: "Sklep nie przyjmuje teraz płatności. Nic nie zostało pobrane; ta płatność nie dojdzie do skutku.",
	LimitedTitle: "Zbyt wiele żądań", LimitedWhat: "Przyszło zbyt wiele żądań tej strony. Poczekaj minutę i otwórz ją ponownie.",
	FailedTitle: "Coś poszło nie tak", FailedWhat: "Nie możemy teraz pokazać tej strony. Spróbuj ponownie za chwilę.",
	methods: map[money.PaymentMethod]string{money.ByTransfer: "Przelew", money.ByBLIK: "BLIK", money.ByCard: "Karta"},
}
