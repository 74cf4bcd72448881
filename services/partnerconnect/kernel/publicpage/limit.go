package publicpage

import (
	"errors"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/internal/ratelimit"
)

// Limits is how many requests each limit allows per minute; 0 switches it off.
type Limits struct {
	// requests for public pages per client address and minute (IPv6: per /64); 0: no limit
	Network int `env:"RATE_LIMIT_PAGES" default:"600"`
	Link    int `env:"RATE_LIMIT_PAGES_LINK" default:"240"` // of these, requests by one link, from all addresses
	// requests of one browser in which a merchant has signed in; counted by nothing else
	Device int `env:"RATE_LIMIT_PAGES_DEVICE" default:"240"`
}

// Validate reports all faults at once.
func (c Limits) Validate() error {
	var faults []error
	for _, f := range []struct {
		name  string
		value int
	}{{"RATE_LIMIT_PAGES", c.Network}, {"RATE_LIMIT_PAGES_LINK", c.Link}, {"RATE_LIMIT_PAGES_DEVICE", c.Device}} {
		if f.value < 0 {
			faults = append(faults, fmt.Errorf("%s: must not be negative; 0 switches the limit off", f.name))
		}
	}
	return errors.Join(faults...)
}

// A Limiter counts requests.
type Limiter struct{ networks, links, devices *ratelimit.Limiter }

const limitPolicy = "pages"

// NewLimiter returns a Limiter.
func NewLimiter(c Limits) *Limiter {
	of := func(quota int) *ratelimit.Limiter {
		if quota == 0 {
			return ratelimit.New(nil)
		}
		return ratelimit.New([]ratelimit.Policy{{Name: limitPolicy, Limit: quota, Window: time.Minute}})
	}
	return &Limiter{of(c.Network), of(c.Link), of(c.Device)}
}

// Limiters count the requests, by name.
func (l *Limiter) Limiters() ratelimit.Limiters {
	return ratelimit.Limiters{"page_networks": l.networks, "page_links": l.links, "page_devices": l.devices}
}

// Network counts a request from a network. It returns how long to wait when there were too many; such a request is not
// counted.
func (l *Limiter) Network(name string, now time.Time) time.Duration {
	return take(l.networks, name, now)
}

// Link is Network for a request by a link that was verified.
func (l *Limiter) Link(id string, now time.Time) time.Duration { return take(l.links, id, now) }

// Device is Network for a request of a known browser.
func (l *Limiter) Device(id string, now time.Time) time.Duration { return take(l.devices, id, now) }

func take(l *ratelimit.Limiter, caller string, now time.Time) time.Duration {
	_, wait := ratelimit.Violated(l.Take(caller, now, limitPolicy))
	return wait
}
