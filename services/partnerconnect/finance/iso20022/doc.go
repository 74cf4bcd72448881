// Package iso20022 writes payment orders for banks (pain.001.001.09) and reads what banks answer: status reports
// (pain.002.001.10), statements (camt.053.001.08) and notifications (camt.054.001.08).
//
// The structs have what payment orders of a company need, and what says how each payment ended. The one library with
// these messages, moov-io/iso20022, keeps amounts as floating-point numbers, which cannot hold money.
//
// Files of a bank are read as those of a stranger: bounded in size, depth and number of records, without document types
// or entities, and an error names the element, never its content, which is personal data.
package iso20022
