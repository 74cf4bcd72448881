// Package pagekit serves pages to people: what the hosted flow, the pages of payments and the console have in common. A
// Site has templates, a stylesheet and texts in two languages, and answers without scripts: the Content-Security-Policy
// allows the stylesheet and forms to the site itself, and nothing else.
package pagekit
