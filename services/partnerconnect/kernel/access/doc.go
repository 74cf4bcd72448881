// Package access says who calls: partners and their channels, the keys of partners and merchants, scopes, and what each
// may see.
package access
