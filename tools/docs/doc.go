// Package docs checks what people read: the words of code and documents, their references, and the table of rules in
// docs/where.md. The tests check the repository itself (make lint-docs), after they have shown that each check finds
// what it is for.
package docs
