// Package pages serves the pages that a merchant reaches through next_action.url, and an invited person by a link of
// their own. A link by itself shows nothing of the merchant, and opening it changes nothing: mail scanners and
// previews open links, too. The pages work without JavaScript, in Polish and English. They translate: what a person
// does is a use case of the hosted flow.
package pages
