// Package usecase imports entries of company registers.
package usecase
