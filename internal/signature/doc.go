// Package signature signs HTTP requests as receivers of webhooks verify them.
package signature
