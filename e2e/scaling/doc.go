// Command scaling says what a rate of events needs: how many processors, syncs of a disk and cells. A cell is a Postgres, a NATS cluster and the
// programs, with the tenants that are assigned to it. The costs are measured on a running system; what they come to at other sizes is modelled, by
// a simulation of one cell.
//
//	make scaling                              the table, by the costs in e2e/scaling/costs.json
//	make scaling ARGS="--rate 3000"           one cell at a rate: latency, and how busy each part is
//	make scaling ARGS="--measure --costs F"   measures the costs on this machine first, and stores them in the file F
package main
