package webhooks

import "time"

// An Operator makes a call for the payments company.
type Operator struct {
	Subject   string // at the identity provider; empty: the holder of the internal token
	Name      string // for people; Bootstrap for the holder of the internal token
	Roles     []string
	Operation string // the method, like OperatorService.PauseEndpoint
	Reason    string // why
	RequestID string
}

// Bootstrap is the name of operators who call with the internal token, of whom nothing else is known.
const Bootstrap = "bootstrap"

// An AuditEntry says what an operator did. It is stored in the transaction that did it.
type AuditEntry struct {
	Operator
	Seq    int64
	At     time.Time
	Object string   // id of what it was done to; empty: none
	Tenant TenantID // its owner; empty: none
}

// AuditFilter selects a page of entries; what is empty does not restrict it.
type AuditFilter struct {
	Person    string // subject or name
	Operation string
	Object    string
	Tenant    TenantID
	From, To  *time.Time // To is exclusive
	After     *Position  // whose ID is the Seq
	Limit     int
}
