// Package search finds whatever operators ask for in one box: by an id, a reference, an e-mail address or a number. What it returns names no one.
package search
