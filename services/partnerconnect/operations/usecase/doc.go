// Package usecase carries out what operators decide: reviews, approvals by a second person, searches and exports. In
// the sandbox it acts as merchants, operators and time would.
package usecase
