package app

import (
	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
)

// VerifyAudit checks a file with an export of the audit trail.
var VerifyAudit = command.VerifyAudit("partnerconnectd", audit.ExportFormat)
