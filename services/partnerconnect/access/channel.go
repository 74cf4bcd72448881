package access

import (
	"net/url"
	"slices"
	"strings"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Bounds of how long a link to the hosted flow works.
const (
	DefaultLinkTTL = 24 * time.Hour
	MinLinkTTL     = 15 * time.Minute
	MaxLinkTTL     = 7 * 24 * time.Hour
)

// A Channel is a partner's distribution channel: keys own channels, a merchant belongs to one for life.
type Channel struct {
	ID            pc.ChannelID
	Partner       pc.PartnerID
	Name          string
	ReturnOrigins []string // `https://host[:port]`, where a return_url may lead
	LinkTTL       time.Duration
	CreatedAt     time.Time
}

// AllowsReturn reports whether the hosted flow may lead to u in the end. The origin decides, not the path: whoever can
// serve one path of an origin can serve them all.
func (c Channel) AllowsReturn(u *url.URL) bool {
	origin := "https://" + strings.TrimSuffix(strings.ToLower(u.Host), ":443")
	return u.Scheme == "https" && slices.ContainsFunc(c.ReturnOrigins, func(allowed string) bool {
		return strings.TrimSuffix(allowed, ":443") == origin
	})
}

// An Owner is the channel of an onboarding and its partner.
type Owner struct {
	Partner Partner
	Channel Channel
}
