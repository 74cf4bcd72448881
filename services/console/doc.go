// Package console holds the rules of the console, in which people of the payments company work: how long a session
// lasts, which roles a person has, and where a sign-in may return to. It is pure: pages, the identity provider and the
// services are elsewhere.
package console
