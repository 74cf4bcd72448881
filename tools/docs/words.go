package docs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Word is one that the project has left behind.
type Word struct {
	Pattern string // of whole words, in any case
	Kinds   []Kind // in which it is looked for; all when empty
	Use     string // instead
	Allowed []Allowed
}

// An Allowed is where a Word may be used, and why.
type Allowed struct {
	Phrase string // a pattern that contains the word; any text when empty
	Under  string // the beginning of the path; any file when empty
	Reason string
}

var names = []Kind{Name}

// Words are those that lint holds out.
var Words = []Word{
	{Pattern: `patience`, Use: "timeout, deadline, TTL"},
	{Pattern: `tells?|told|telling`, Use: "says, reports, names, distinguishes, informs"},
	{Pattern: `nobody`, Use: "no one, none, or the passive", Allowed: []Allowed{
		{Under: "testkit/pgserver/", Reason: "the Unix user"},
	}},
	{Pattern: `mend(s|ed|ing)?`, Use: "fix, repair"},
	{Pattern: `dear`, Use: "expensive, slow"},
	{Pattern: `cures?|cured`, Use: "remedy, fix"},
	{Pattern: `wicked`, Use: "hostile"},
	{Pattern: `guests?`, Use: "invited person, signatory, client"},
	{Pattern: `spellings?|spelled|spelt`, Use: "encoding, format, notation"},
	{Pattern: `takers?`, Use: "uploader, receiver, or the type's role"},
	{Pattern: `custody`, Use: "in flight"},
	{Pattern: `judg(e|es|ed|ing|ement|ment)`, Use: "check, evaluate, decide", Allowed: []Allowed{
		{Phrase: `judge of a supreme court`, Reason: "a public office"},
	}},
	{Pattern: `stands?|stood|standing`, Use: "is, is listed, applies, precedes, replaces", Allowed: []Allowed{
		{Phrase: `stands? for`, Reason: "means the same as represents"},
		{Phrase: `long standing`, Reason: "a plain English adjective"},
	}},
	{Pattern: `letters?`, Kinds: names, Use: "message, rendered message", Allowed: []Allowed{
		{Under: "internal/keyring/", Reason: "a letter of the alphabet"},
		{Under: "services/webhooks/endpoint.go", Reason: "a letter of the alphabet"},
		{Under: "services/partnerconnect/merchant/requirements/registermatch.go", Reason: "letters of the alphabet"},
		{Phrase: `is letter`, Reason: "of package unicode"},
	}},
	{Pattern: `words`, Kinds: names, Use: "messages, translations, names", Allowed: []Allowed{
		{Under: "internal/adminclient/", Reason: "the name of a field in a test's message"},
		{Under: "services/partnerconnect/kernel/representation/", Reason: "the words of rule texts and names"},
	}},
	{Pattern: `places?`, Kinds: names, Use: "associated data, position, capacity", Allowed: []Allowed{
		{Phrase: `place of birth|birth ?place`, Reason: "a public field"},
		{Phrase: `market ?places?`, Reason: "a business"},
	}},
	{Pattern: `ripe|grown|spill(s|ed)?`, Use: "due, long-running, parked"},
	{Pattern: `event kinds?|kinds? of events?`, Use: "event type, as `type` and `event_type` in the API"},
	{Pattern: `got lost|by and by|leaves? the house|of before|of old|one-way road|turning disks?|in the midst`,
		Use: "plain English"},
	{Pattern: `anyhow`, Use: "anyway"},
	{Pattern: `anew`, Use: "again, re- (recompute, reseal)", Allowed: []Allowed{
		{Under: "docs/decisions/0015-", Reason: "decisions are not edited"},
	}},
	{Pattern: `somebody`, Use: "someone"},
	{Pattern: `(hold|holds|held|holding) up`, Use: "delay, block"},
	{Pattern: `(take|takes|took) note|in vain|(come|comes|came) about|put into words`,
		Use: "record; unnecessarily; happen, complete; render"},
}

// Found returns the pieces in which the word is used where it is not allowed.
func (w Word) Found(pieces []Piece) []Piece {
	word := regexp.MustCompile(`(?i)\b(` + w.Pattern + `)\b`)
	var found []Piece
	for _, p := range pieces {
		if (len(w.Kinds) == 0 || slices.Contains(w.Kinds, p.Kind)) && word.MatchString(p.Text) &&
			word.MatchString(w.withoutAllowed(p)) {
			found = append(found, p)
		}
	}
	return found
}

func (w Word) withoutAllowed(p Piece) string {
	text := p.Text
	for _, a := range w.Allowed {
		switch {
		case !strings.HasPrefix(p.File, a.Under):
		case a.Phrase == "":
			return ""
		default:
			text = regexp.MustCompile(`(?i)\b(`+a.Phrase+`)\b`).ReplaceAllString(text, "")
		}
	}
	return text
}

// Check returns what is wrong with the words of the pieces.
func Check(pieces []Piece) (faults []string) {
	for _, w := range Words {
		for _, p := range w.Found(pieces) {
			faults = append(faults, fmt.Sprintf("%s\n    write instead of %q: %s", p, w.Pattern, w.Use))
		}
	}
	return faults
}
