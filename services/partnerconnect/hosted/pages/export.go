package pages

import (
	"errors"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/export"
)

func viewExport(*exchange) (any, error) { return export.PerDay, nil }

// actExport sends the archive.
func actExport(x *exchange) (string, error) {
	v := &x.visit
	download, err := x.h.exports.ExportMerchant(x.Context(), v.Session.Merchant, v.AuditEntry("ExportData"))
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Reason == fault.RateLimited {
		x.RetryAfter(f.RetryAfter)
		return "", hostedflow.Mistake{Reason: "export_limit"}
	}
	if err != nil {
		return "", err
	}
	x.Stream("export", "application/zip", download.Filename(), download.Write)
	return answered, nil
}
