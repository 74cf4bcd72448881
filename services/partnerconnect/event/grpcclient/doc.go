// Package grpcclient relays events to webhooks, which delivers them to the endpoints of partners.
package grpcclient
