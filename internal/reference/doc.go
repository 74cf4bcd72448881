// Package reference serves what people and programs read about an API, on its public port: the OpenAPI document, pages
// made from it, the guides, and what each problem means. All of it is public and the same for everyone. The pages are
// rendered here, from the document, and need no script: the Content-Security-Policy allows their stylesheet and nothing
// else.
package reference
