// Package eventtype is the catalogue of events: each type with its meaning, the JSON Schema of its data and an example,
// as the files below types say. Services publish it, and check data against it.
package eventtype
