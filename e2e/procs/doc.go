// Package procs runs the whole system as it runs in production: each program, Postgres and NATS an operating system
// process of its own, configured by its environment alone, as in a container. It is for what needs to stop, kill or
// freeze one of them.
//
// It promises that a process comes back on the same addresses and the same data, that it is ready when Start returns,
// that nothing outlives Close, and that an unexpected exit is reported by [System.UnexpectedExits]. Processes see an
// environment without HOME or PATH, and secrets as files (NAME_FILE). All listen on 127.0.0.1.
package procs
