// Package usecase moves payouts along their rail.
package usecase
