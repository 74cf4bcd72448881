// Package proto is the module of the contracts: the .proto files and, under gen, what is generated from them.
package proto
