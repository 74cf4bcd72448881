// Package merchant is the module of merchants: onboarding with its documents, invitations and signatures, delegation to
// the partner, identity sessions, and messages. It is built on the kernel.
package merchant
