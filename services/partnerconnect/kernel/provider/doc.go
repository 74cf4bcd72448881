// Package provider names the parts of live mode that other systems provide, and refuses calls that need one that is not
// connected.
package provider
