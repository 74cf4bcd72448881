package partnerline

// redact returns what logs have for a secret; nil without one.
func redact(secret *string) any {
	if secret == nil {
		return nil
	}
	return "[redacted]"
}
