// Package usecase imports entries of company registers, and guards the calls of registers that are connected.
package usecase
