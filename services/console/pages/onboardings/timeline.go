package onboardings

import (
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// A Timeline is what the template "timeline" shows: entries below a heading, which it names by its id.
type Timeline struct {
	screen.Page
	Heading string
	Entries []*pcv1.TimelineEntry
}

// Entries are those of a timeline below a heading of a page.
func Entries(p screen.Page, heading string, entries []*pcv1.TimelineEntry) Timeline {
	return Timeline{p, heading, entries}
}
