// Package grpcclient sends messages by the adopter's messaging system, over the contract providers.v1.MessageSender.
package grpcclient
