package hosted

import "fmt"

// texts is what the pages say in one language.
type texts struct {
	TestMode     string
	LandingTitle string
	landing      string // partner, channel
	LandingSteps string
	LandingCare  string
	Continue     string
	InvitedTitle string
	invited      string // partner
	InvitedNext  string
	StepsTitle   string
	steps        string // partner
	StepsHeading string
	StepsRelease string
	Optional     string
	Done         string
	Pending      string
	stepNames    map[string]string
	ExpiredTitle string
	ExpiredWhat  string
	RevokedTitle string
	RevokedWhat  string
	InvalidTitle string
	InvalidWhat  string
	FailedTitle  string
	FailedWhat   string
	ask          string // partner
	askSomebody  string
}

// LandingIntro says on whose behalf the merchant is here.
func (t *texts) LandingIntro(partner, channel string) string {
	return fmt.Sprintf(t.landing, partner, channel)
}

// InvitedIntro says on whose behalf an invited person is here.
func (t *texts) InvitedIntro(partner string) string { return fmt.Sprintf(t.invited, partner) }

// StepsIntro says where the merchant stands.
func (t *texts) StepsIntro(partner string) string { return fmt.Sprintf(t.steps, partner) }

// Step names a step for people.
func (t *texts) Step(name string) string { return t.stepNames[name] }

// AskPartner says what to do when a link does not work.
func (t *texts) AskPartner(partner string) string {
	if partner == "" {
		return t.askSomebody
	}
	return fmt.Sprintf(t.ask, partner)
}

var english = &texts{
	TestMode:     "Test mode: nothing here is real.",
	LandingTitle: "Set up your payments",
	landing:      "%s (%s) has started opening a payments account for you.",
	LandingSteps: "You will confirm your contact details, check your data, verify your identity and sign the agreement. You can stop at any point and come back later.",
	LandingCare:  "If you did not expect this, close this page: nothing happens without you.",
	Continue:     "Continue",
	InvitedTitle: "Your signature is asked for",
	invited:      "A payments account is being opened with %s for a company that you act for.",
	InvitedNext:  "Signing is not possible on this page yet. You need not do anything now; the invitation stays valid.",
	StepsTitle:   "Your steps",
	steps:        "These steps lead to your payments account with %s.",
	StepsHeading: "Steps",
	StepsRelease: "The steps cannot be taken on this page yet; it shows where you stand. You need not do anything now, and nothing is lost: the data that was sent for you is kept.",
	Optional:     "optional",
	Done:         "done",
	Pending:      "to do",
	stepNames: map[string]string{
		"contact_verification":  "Confirm your e-mail and phone",
		"identity_verification": "Verify your identity",
		"declarations":          "Make the declarations",
		"agreement_signing":     "Sign the agreement",
		"payouts_opt_in":        "Allow payouts on your behalf",
		"verification_transfer": "Send the verification transfer",
	},
	ExpiredTitle: "This link has expired",
	ExpiredWhat:  "Links work for a limited time, to keep your data safe. Nothing that was entered is lost.",
	RevokedTitle: "This link no longer works",
	RevokedWhat:  "It was replaced by a newer one, or the process has ended.",
	InvalidTitle: "This link is not valid",
	InvalidWhat:  "It may have been cut short when it was copied. Open it again from the message that you received.",
	FailedTitle:  "Something went wrong",
	FailedWhat:   "The page cannot be shown right now. Try again in a moment; nothing is lost.",
	ask:          "Go back to %s and open the process from there to get a new link.",
	askSomebody:  "If it still does not work, ask whoever sent it to you for a new link.",
}

var polish = &texts{
	TestMode:     "Tryb testowy: nic tutaj nie jest prawdziwe.",
	LandingTitle: "Uruchom płatności",
	landing:      "%s (%s) rozpoczyna otwieranie dla Ciebie konta płatniczego.",
	LandingSteps: "Potwierdzisz dane kontaktowe, sprawdzisz swoje dane, zweryfikujesz tożsamość i podpiszesz umowę. W każdej chwili możesz przerwać i wrócić później.",
	LandingCare:  "Jeśli nie spodziewasz się tej strony, zamknij ją: nic nie stanie się bez Ciebie.",
	Continue:     "Dalej",
	InvitedTitle: "Potrzebny jest Twój podpis",
	invited:      "U partnera %s otwierane jest konto płatnicze dla firmy, w której imieniu działasz.",
	InvitedNext:  "Na tej stronie nie można jeszcze podpisać. Nie musisz teraz nic robić; zaproszenie pozostaje ważne.",
	StepsTitle:   "Twoje kroki",
	steps:        "Te kroki prowadzą do Twojego konta płatniczego u partnera %s.",
	StepsHeading: "Kroki",
	StepsRelease: "Na tej stronie nie można jeszcze wykonać kroków; pokazuje ona, na jakim etapie jesteś. Nie musisz teraz nic robić i nic nie ginie: przesłane dane są zachowane.",
	Optional:     "opcjonalnie",
	Done:         "zrobione",
	Pending:      "do zrobienia",
	stepNames: map[string]string{
		"contact_verification":  "Potwierdź e-mail i telefon",
		"identity_verification": "Zweryfikuj tożsamość",
		"declarations":          "Złóż oświadczenia",
		"agreement_signing":     "Podpisz umowę",
		"payouts_opt_in":        "Zezwól na wypłaty w Twoim imieniu",
		"verification_transfer": "Wyślij przelew weryfikacyjny",
	},
	ExpiredTitle: "Ten link wygasł",
	ExpiredWhat:  "Linki działają przez ograniczony czas, aby chronić Twoje dane. Nic, co zostało wpisane, nie zginęło.",
	RevokedTitle: "Ten link już nie działa",
	RevokedWhat:  "Został zastąpiony nowszym albo proces się zakończył.", //nolint:misspell // Polish
	InvalidTitle: "Ten link jest nieprawidłowy",
	InvalidWhat:  "Mógł zostać ucięty przy kopiowaniu. Otwórz go jeszcze raz z otrzymanej wiadomości.",
	FailedTitle:  "Coś poszło nie tak",
	FailedWhat:   "Nie możemy teraz pokazać tej strony. Spróbuj ponownie za chwilę; nic nie zginęło.",
	ask:          "Wróć do partnera %s i otwórz proces stamtąd, aby otrzymać nowy link.", //nolint:misspell // Polish
	askSomebody:  "Jeśli nadal nie działa, poproś nadawcę o nowy link.",
}
