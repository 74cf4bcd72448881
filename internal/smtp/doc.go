// Package smtp sends e-mails by an SMTP server, over one connection that is kept.
package smtp
