package access

import (
	"github.com/partnerline/partnerline/internal/branding"
	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// A Branding is how the pages of a channel look. Empty fields are not branded.
type Branding struct {
	Channel pc.ChannelID `db:"channel_id"`
	Name    string
	branding.Look
	Help    string `db:"help_url"` // as those below
	Privacy string `db:"privacy_url"`
	Terms   string `db:"terms_url"`
}

// Check returns what is wrong with the branding, and encodes the logo again.
func (b *Branding) Check() error {
	var v field.Violations
	v.Text("/name", b.Name, 1, 60)
	v = append(v, b.Look.Check()...)
	for _, link := range []struct{ at, url string }{
		{"/help_url", b.Help}, {"/privacy_url", b.Privacy}, {"/terms_url", b.Terms},
	} {
		v.Valid(link.at, link.url, func(s string) bool {
			u := field.ParseURL(s)
			return u != nil && u.Scheme == "https"
		}, "invalid_url", "must be an absolute https URL of at most 2048 characters")
	}
	if len(v) > 0 {
		return fault.Fields(v...)
	}
	return nil
}

// ETag changes with anything of the branding.
func (b Branding) ETag() string {
	return etag.OfContent(b.Name, b.Colour, string(b.Logo), b.Help, b.Privacy, b.Terms)
}
