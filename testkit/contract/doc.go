// Package contract checks exchanges with the public APIs against their OpenAPI documents (proto/openapi), so that the
// documents and the programs cannot differ: the request where it was accepted, and of each answer the status, the
// headers and the body. Wrap lets a test binary check every exchange that its watched clients make.
//
// What no document describes is not checked: internal routes, the merchants' pages, admin ports. See skipped.
package contract
