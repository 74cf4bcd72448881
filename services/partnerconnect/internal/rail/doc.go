// Package rail is the sandbox of a bank.
package rail
