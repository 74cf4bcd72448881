package webhooks

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/fault"
)

const (
	// SourceNotice is how long ahead changed source addresses are announced: receivers change their firewalls meanwhile.
	SourceNotice = 7 * 24 * time.Hour
	// sourceHorizon is how far ahead they may be announced.
	sourceHorizon = 365 * 24 * time.Hour
	// MaxSourceRanges is the most ranges that an operator states.
	MaxSourceRanges = 100
	// widestSource is the shortest prefix of a range: a rule for a wider one would let everyone in.
	widestSource = 8
)

// SourceAddresses are the ranges of addresses from which requests to endpoints come, from a time on.
type SourceAddresses struct {
	ID          int64
	Ranges      []string // in CIDR notation, as 192.0.2.0/24; none: requests may come from any address
	EffectiveAt time.Time
	AnnouncedAt time.Time
}

// SourceStatement is what the operator says about source addresses.
type SourceStatement struct {
	Now  *SourceAddresses // that hold; nil: nothing was ever stated
	Next *SourceAddresses // that are announced; nil: none are
}

// Stated reports whether the operator says from which addresses requests come now.
func (s SourceStatement) Stated() bool { return s.Now != nil && len(s.Now.Ranges) > 0 }

// ETag changes with what the statement says.
func (s SourceStatement) ETag() string {
	id := func(a *SourceAddresses) string {
		if a == nil {
			return ""
		}
		return strconv.FormatInt(a.ID, 10)
	}
	return `"` + etag.OfContent(id(s.Now), id(s.Next)) + `"`
}

// SourceAnnouncement is what an operator asks to be announced.
type SourceAnnouncement struct {
	Ranges      []string   // none: requests may come from any address
	EffectiveAt *time.Time // nil: now, where that is possible
	Urgent      bool       // it need not be SourceNotice ahead
}

// Announce returns the addresses of an announcement. They replace what was announced and does not hold yet; the ranges
// that hold now take that back. Ranges on which receivers may rely change SourceNotice ahead, unless it is urgent. An
// announcement that is there already is returned with its ID, others have none.
func (s SourceStatement) Announce(a SourceAnnouncement, now time.Time) (SourceAddresses, error) {
	out := SourceAddresses{EffectiveAt: now, AnnouncedAt: now}
	var bad []fault.Violation
	if out.Ranges, bad = parseSources(a.Ranges); len(bad) > 0 {
		return out, fault.Fields(bad...)
	}
	if a.EffectiveAt != nil {
		out.EffectiveAt = a.EffectiveAt.UTC().Truncate(time.Millisecond)
	}
	refuse := func(field, code, message string) (SourceAddresses, error) {
		return out, fault.Field(field, code, message)
	}
	switch {
	case s.Next != nil && slices.Equal(out.Ranges, s.Next.Ranges) && out.EffectiveAt.Equal(s.Next.EffectiveAt):
		return *s.Next, nil
	case !s.Stated() && len(out.Ranges) == 0 && s.Next == nil:
		return refuse("/addresses", "required", "must list a range: no addresses are stated that could be taken back")
	case s.Now != nil && slices.Equal(out.Ranges, s.Now.Ranges) && s.Next == nil:
		return refuse("/addresses", "unchanged", "must differ from the addresses that hold now")
	case s.Now != nil && slices.Equal(out.Ranges, s.Now.Ranges) || !s.Stated() && len(out.Ranges) == 0:
		out.EffectiveAt = now
		return out, nil
	case a.EffectiveAt == nil && s.Stated() && !a.Urgent:
		return refuse("/effective_at", "required", "must say from when on the addresses hold")
	case a.EffectiveAt != nil && out.EffectiveAt.Before(now.Truncate(time.Millisecond)):
		return refuse("/effective_at", "too_early", "must not be in the past")
	case s.Stated() && !a.Urgent && out.EffectiveAt.Before(now.Add(SourceNotice)):
		return refuse("/effective_at", "too_early", fmt.Sprintf(
			"must be at least %d days ahead; set urgent if the addresses change sooner", int(SourceNotice.Hours()/24)))
	case out.EffectiveAt.After(now.Add(sourceHorizon)):
		return refuse("/effective_at", "out_of_range", "must be at most a year ahead")
	}
	return out, nil
}

// parseSources returns ranges in order, or what is wrong with them.
func parseSources(list []string) (ranges []string, bad []fault.Violation) {
	if len(list) > MaxSourceRanges {
		return nil, []fault.Violation{{
			Field: "/addresses", Code: "too_many", Message: fmt.Sprintf("must list at most %d ranges", MaxSourceRanges),
		}}
	}
	prefixes := make([]netip.Prefix, 0, len(list))
	for i, text := range list {
		p, code, message := parseSource(text)
		if code == "" && slices.ContainsFunc(prefixes, p.Overlaps) {
			code, message = "duplicate", "must not overlap a range before it"
		}
		if code != "" {
			bad = append(bad, fault.Violation{Field: "/addresses/" + strconv.Itoa(i), Code: code, Message: message})
			continue
		}
		prefixes = append(prefixes, p)
	}
	slices.SortFunc(prefixes, netip.Prefix.Compare)
	ranges = make([]string, len(prefixes))
	for i, p := range prefixes {
		ranges[i] = p.String()
	}
	return ranges, bad
}

func parseSource(text string) (p netip.Prefix, code, message string) {
	p, err := netip.ParsePrefix(text)
	if err != nil {
		addr, err := netip.ParseAddr(text)
		if err != nil || addr.Zone() != "" {
			return p, "invalid_address", "must be an address or a range in CIDR notation, like 192.0.2.0/24"
		}
		p = netip.PrefixFrom(addr, addr.BitLen())
	}
	switch {
	case p.Addr().Is4In6():
		return p, "invalid_address", "must write an IPv4 address as such"
	case p != p.Masked():
		return p, "invalid_address", "must begin with the first address of the range: " + p.Masked().String()
	case p.Bits() < widestSource:
		return p, "out_of_range", fmt.Sprintf("must not be wider than /%d", widestSource)
	}
	return p, "", ""
}

// sourceData is the `data` of the event about source addresses.
type sourceData struct {
	Addresses   []string `json:"addresses"`
	EffectiveAt string   `json:"effective_at"`
	UntilThen   []string `json:"addresses_until_then"`
	OccurredAt  string   `json:"occurred_at"`
}

// NewSourceEvent is the event by which a tenant learns of announced addresses; until are the ranges that hold until
// then.
func NewSourceEvent(sc Scope, envelopeTenant TenantID, a SourceAddresses, until []string) (Event, error) {
	format := func(at time.Time) string { return at.UTC().Format(TimeFormat) }
	data, err := json.Marshal(sourceData{
		Addresses: append([]string{}, a.Ranges...), EffectiveAt: format(a.EffectiveAt),
		UntilThen: append([]string{}, until...), OccurredAt: format(a.AnnouncedAt),
	})
	if err != nil {
		return Event{}, err
	}
	return newEvent(sc, envelopeTenant, SourceAddressesChanged, data)
}
