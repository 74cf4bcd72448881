// Command bank plays a bank, for the directory of files by which partnerconnectd exchanges payment orders and statements (docs/bank.md).
//
//	bank execute                      take the payment orders in out, and bring status reports and a statement
//	bank execute -reject AC04         the same, but refuse all of their payments with this reason
//	bank credit -amount 1.00 -from "Kanarek sp. z o.o." -iban PL... -title "PL0123456789"
//	                                  money arrives: bring a statement with it
//	bank statement                    bring a statement of today without new entries
//	bank balance                      print what is on the accounts
//
// It takes orders and brings files as docs/bank.md asks a bank's client to: a file is written under a hidden name, and then renamed.
package main
