package webhooks

import "time"

// A Notice informs the operator of something that a tenant may need help with.
type Notice string

// The notices of an endpoint.
const (
	NoticeFailing     Notice = "endpoint.failing"     // the failure count has reached what is set, FailingAfter by default
	NoticeDeactivated Notice = "endpoint.deactivated" // and DeactivateAfter
	NoticePaused      Notice = "endpoint.paused"      // an operator made it inactive
	NoticeResumed     Notice = "endpoint.resumed"     // an operator made it active
)

// Notices lists all notices.
var Notices = []Notice{NoticeFailing, NoticeDeactivated, NoticePaused, NoticeResumed}

// EndpointNotice is a notice and the endpoint as it was then.
type EndpointNotice struct {
	Notice        Notice
	Endpoint      Endpoint
	Actor, Reason string // of what an operator did
}

// NoticeRecord is a notice as it is stored.
type NoticeRecord struct {
	ID           int64
	Notice       Notice
	Endpoint     EndpointID
	Scope        Scope
	FailureCount int
	Actor        *string
	Reason       *string
	CreatedAt    time.Time
}

// A NoticeFilter selects notices; its empty fields select all.
type NoticeFilter struct {
	Tenant   TenantID
	Endpoint EndpointID
	Notice   Notice
	Before   *int64 // only those with a lower number
	Limit    int
}
