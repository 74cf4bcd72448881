// Package usecase reads the events of a partner.
package usecase
