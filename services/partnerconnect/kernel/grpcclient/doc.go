// Package grpcclient calls other systems over gRPC: webhooks, which delivers events, and the company register of an
// adopter. It also has what all clients of providers share: how they connect, and what their errors mean.
package grpcclient
