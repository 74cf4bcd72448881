// Package pages serves the pages that a merchant meets behind next_action.url (docs/hosted-flow.md). A link alone never
// shows anything of the merchant, and opening it changes nothing: mail scanners and previews open links, too. The pages
// work without JavaScript, in Polish and English.
package pages
