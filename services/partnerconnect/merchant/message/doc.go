// Package message defines the e-mails and text messages that people get, and the codes and links in them.
package message
