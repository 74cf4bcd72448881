// Package pages serves the page of a payment: what the customer pays, to whom, and how. It works without scripts. In test mode the
// customer chooses what becomes of the payment; in live mode the page leads to that of the payment engine.
//
// The link is a signed token and all that it takes: there is no session and no cookie, so there is nothing that another site could
// make a browser do which it could not do itself with the link. GET and HEAD change nothing.
package pages
