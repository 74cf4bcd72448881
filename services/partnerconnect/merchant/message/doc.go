// Package message is what is sent to people: e-mails and text messages, and what they bring.
package message
