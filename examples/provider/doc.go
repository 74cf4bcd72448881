// Command provider is an example of what an adopter of Partnerline implements: a payment engine, an identity provider
// and a sender of text messages, with pages on which a person plays the payer and the one who is verified, and the
// reports that follow. It is written to be copied from; README.md says what to replace.
//
// What it promises is what its contracts ask for: a call that is repeated has one effect and gets the first answer,
// what it has accepted survives its end, and what has happened is reported until the report is answered.
package main
