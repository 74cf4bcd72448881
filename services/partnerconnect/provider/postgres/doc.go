// Package postgres stores the calls that providers are to get, and what they reported.
package postgres
