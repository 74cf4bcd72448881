package webhooks

// Target is what a dispatcher needs to deliver to an endpoint.
type Target struct {
	Endpoint   EndpointID
	Scope      Scope
	URL        string
	IsActive   bool
	Activation int
	Keys       []SigningKey // newest first
	Unsigned   error        // why there are no keys; nil: there are
}
