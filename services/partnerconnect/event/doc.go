// Package event is what partners learn of as it happens: the kinds of events and their envelope.
package event
