// Package register is the port to the registers of companies: what the rest asks of one, the rule by which answers are kept,
// and fictitious companies to try things with. Adapters are elsewhere: the imported entries in internal/postgres, the open API
// of the Polish court register in internal/krs.
package register
