package access

import (
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A Partner is a platform that brings merchants. Tenant is what it is called in the verification service.
type Partner struct {
	ID        pc.PartnerID
	Name      string
	Tenant    string `db:"tenant_id"`
	CreatedAt time.Time

	SuspendedAt *time.Time // its calls are refused since then
}
