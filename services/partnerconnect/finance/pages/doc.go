// Package pages serves the page of a payment: what the customer pays, to whom, and how. It works without scripts. In
// test mode the customer chooses what becomes of the payment; in live mode the page leads to that of the payment
// engine.
//
// The link is a signed token, and nothing else is needed: there is no session and no cookie. So another site cannot
// make a browser do anything that it could not do itself with the link. GET and HEAD change nothing.
package pages
