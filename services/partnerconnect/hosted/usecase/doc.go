// Package usecase carries out what merchants and invited people do in the hosted flow: it opens their sessions by links
// and one-time codes, and takes the personal acts that no partner can take for them. Each act is one change of the
// onboarding, by its use case.
package usecase
