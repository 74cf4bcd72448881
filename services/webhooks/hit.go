package webhooks

// MaxHits bounds what an operator finds at once: a URL may be of many endpoints.
const MaxHits = 20

// A Hit is something that an operator found.
type Hit struct {
	Kind     string
	ID       string
	Title    string
	Tenant   TenantID
	Endpoint EndpointID // that it belongs to, or is; empty for none
	Livemode bool
}
