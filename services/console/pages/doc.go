// Package pages serves the console: pages that work without scripts, in Polish and English. It translates: what a
// person sees and does is a call of the services' operator planes under that person's name, and the services decide
// what is allowed.
package pages
