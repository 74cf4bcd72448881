// Package reseal replaces the encryption key of stored values: it seals every value that the keyring sealed itself with
// the keyring's first key, and counts how many are sealed with which key, so that an operator sees when an older one is
// unused.
//
// Reseal is safe in a running system, and in several processes at once: a value is replaced only if it is still the one
// that was read, and new values are sealed with the first key in any case. It can be interrupted at any point, and
// continues where it was. A value that no key of the keyring opens is counted and left as it is.
package reseal
