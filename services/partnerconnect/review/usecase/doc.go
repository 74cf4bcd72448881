// Package usecase carries out what the operator decides on merchants.
package usecase
