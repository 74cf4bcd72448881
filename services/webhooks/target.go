package webhooks

// Target is what a dispatcher needs to deliver to an endpoint.
type Target struct {
	Endpoint   EndpointID
	Scope      Scope
	URL        string
	IsActive   bool
	Activation int
	Keys       []SigningKey // newest first

	Headers          map[string]string
	HonourRetryAfter bool

	Unsigned error // why nothing can be sent; nil: it can
}
