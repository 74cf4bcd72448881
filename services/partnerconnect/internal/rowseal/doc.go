// Package rowseal seals columns with a key per onboarding, each bound to its row and column, so that a ciphertext does
// not open anywhere else, and erasing the key erases the row's data.
package rowseal
