// Package publicpage serves what anyone may read: the public keys of tenants.
package publicpage
