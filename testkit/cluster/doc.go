// Package cluster has the ways by which clients in a cluster find the replicas of a program: a Service, which is one
// address in front of all of them, and Names, which is a DNS server whose answers are kept by a cache.
//
// A Service passes connections on and never moves one: a client that keeps a connection keeps its replica. It does not
// try another replica when one refuses. All addresses are of this machine.
package cluster
