package partnerconnect

import "time"

// PartnerID names a partner: `ptn_` and a slug.
type PartnerID string

// A Partner is a platform that brings merchants. Tenant is what it is called in the verification service.
type Partner struct {
	ID        PartnerID
	Name      string
	Tenant    string
	CreatedAt time.Time

	SuspendedAt *time.Time // its calls are refused since then
}
