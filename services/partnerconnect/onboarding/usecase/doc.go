// Package usecase carries out what partners, merchants, the operator and time do with an onboarding, each in one transaction.
package usecase
