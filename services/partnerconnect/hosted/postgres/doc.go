// Package postgres stores the sessions, links and one-time codes of the hosted flow.
package postgres
