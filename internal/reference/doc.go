// Package reference serves what people and programs read about an API, on its public port: the OpenAPI document, pages
// made from it, the guides, and what each problem means. All of it is public and the same for everyone. The pages are
// rendered here, from the document. A script adds copy buttons and a search while one types; all else works without it.
// The Content-Security-Policy allows what the site itself serves.
package reference
