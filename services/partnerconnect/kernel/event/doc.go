// Package event defines the events that partners read: their types, and their envelope.
package event
