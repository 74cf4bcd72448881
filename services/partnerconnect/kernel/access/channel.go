package access

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/iso4217"
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
	Partner       pc.PartnerID `db:"partner_id"`
	Name          string
	ReturnOrigins []string // `https://host[:port]`, where a return_url may lead
	LinkTTL       time.Duration
	Currencies    []string // ISO 4217: in which its merchants take payments
	CreatedAt     time.Time
}

// ETag identifies the part of the channel that changes: its currencies.
func (c Channel) ETag() string { return etag.OfContent(c.Currencies...) }

// DefaultCurrency is that of a channel which names none.
const DefaultCurrency = "PLN"

// CheckCurrencies returns an error that names the first currency that does not exist.
func CheckCurrencies(list []string) error {
	for i, c := range list {
		if _, known := iso4217.Exponent(c); !known {
			return fault.Field(fmt.Sprint("/currencies/", i), "unknown_value",
				"must be a currency of ISO 4217 in upper case, such as EUR")
		}
	}
	return nil
}

// AllowsReturn reports whether the hosted flow may lead to u in the end. Only the origin is compared: a server of one
// path of an origin can serve all of its paths.
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
