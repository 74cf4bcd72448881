// Package event is what partners learn of as it happens: the types of events and their envelope.
package event
