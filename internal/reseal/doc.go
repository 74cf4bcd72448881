// Package reseal replaces the encryption key of what is stored: it seals every value that the keyring sealed itself with the
// keyring's first key, and counts how many are sealed with which, so that an operator sees when an older key is free.
//
// Reseal is safe beside a running system, and in several processes at once: a value is replaced only if it is still the one that
// was read, and every new value is sealed with the first key anyhow. It can be interrupted at any point: what is done is not done
// again. A value that no key of the keyring opens is counted, left as it is, and does not stop the others.
package reseal
