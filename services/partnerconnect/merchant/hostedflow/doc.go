// Package hostedflow is the merchant's own way through the hosted pages: links, sessions, one-time codes, steps.
package hostedflow
