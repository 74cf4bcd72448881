package webhooks

import "time"

// A Notice informs the operator of something that a tenant may need help with.
type Notice string

// The notices of an endpoint, and those of a tenant in a mode.
const (
	NoticeFailing     Notice = "endpoint.failing"     // the failure count has reached what is set, FailingAfter by default
	NoticeDeactivated Notice = "endpoint.deactivated" // and DeactivateAfter
	NoticePaused      Notice = "endpoint.paused"      // an operator made it inactive
	NoticeResumed     Notice = "endpoint.resumed"     // an operator made it active

	NoticeDeliveriesLimited Notice = "tenant.deliveries_limited" // it has more deliveries than its rate
	NoticeAnswersLimited    Notice = "tenant.answers_limited"    // answers are stored without their bodies
)

// Notices lists all notices.
var Notices = []Notice{
	NoticeFailing, NoticeDeactivated, NoticePaused, NoticeResumed, NoticeDeliveriesLimited, NoticeAnswersLimited,
}

// LimitNoticeEvery is the shortest time between two notices of a tenant and mode about the same limit.
const LimitNoticeEvery = time.Hour

// LimitNoticePause is how long a program ignores repeats of the same limit of a tenant and mode.
const LimitNoticePause = time.Minute

// AheadFor is how long a tenant and mode counts as ahead of its rate of deliveries after it was noted: it is noted
// again after the pause, and the relay may be late.
const AheadFor = 2 * LimitNoticePause

// EndpointNotice is a notice and the endpoint as it was then; of a notice about a tenant it has the scope only.
type EndpointNotice struct {
	Notice        Notice
	Endpoint      Endpoint
	Actor, Reason string // of what an operator did
}

// NoticeRecord is a notice as it is stored.
type NoticeRecord struct {
	ID       int64
	Notice   Notice     `db:"kind"`
	Endpoint EndpointID // empty: about the tenant
	Scope
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
