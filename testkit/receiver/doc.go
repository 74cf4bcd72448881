// Package receiver is a programmable receiver of webhooks, for tests and for the walk of the development stack.
//
// A [Receiver] listens on a free port of 127.0.0.1, records every request once its body is read, and answers as its
// [Behaviour] says; by default with 200. Nothing polls: [Receiver.Wait] is woken by the requests.
//
// It keeps bodies up to MaxBody bytes and all requests unless [Receiver.Keep] says otherwise. It does not verify
// signatures; that is for the test.
package receiver
