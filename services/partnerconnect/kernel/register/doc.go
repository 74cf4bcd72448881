// Package register is the port to the registers of companies: the interface of a lookup, the rule by which answers are
// kept, and fictitious companies to try things with. Adapters are elsewhere: imported entries in kernel/postgres, the
// open API of the Polish court register in kernel/krs, the register of sole traders in kernel/ceidg.
package register
