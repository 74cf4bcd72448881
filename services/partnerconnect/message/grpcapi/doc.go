// Package grpcapi translates the operator's calls about messages, and the reports of those who deliver them.
package grpcapi
