// Package smtp sends e-mails by an SMTP server, over connections that are kept.
package smtp
