// Package usecase authenticates callers by their keys, and carries out what operators do with partners, channels and keys.
package usecase
