// Package peers is what the dispatchers know of each other: how many are at work, so that they share the rates of endpoints, and whether one of them holds
// an attempt whose message was delivered to another one again.
package peers
