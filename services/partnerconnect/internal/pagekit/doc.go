// Package pagekit serves pages to people: what the pages of the hosted flow and those of payments have in common. A Site has templates, a
// stylesheet and texts in two languages, and answers without scripts: the Content-Security-Policy allows the stylesheet and forms to the
// site itself, and nothing else.
package pagekit
