// Package pgserver finds, starts and stops a Postgres server for development and tests, without Docker.
//
// It promises:
//   - data stays in [Options].Dir from one start to the next, also after a crash of the server or of this process;
//   - one process at a time owns a Dir: a second one is refused, and a server left behind by a dead owner is stopped
//     before a new one starts;
//   - on Linux the server ends with the process that started it, however that process ends;
//   - root works: the server then runs as the user postgres, or nobody.
//
// It does not promise safety against other users of the machine. The server listens on 127.0.0.1 only, but trusts
// every connection there, as a superuser. Never use it for anything but development and tests.
//
// Postgres 15 or newer is needed. Windows is not supported; use DATABASE_URL there.
package pgserver
