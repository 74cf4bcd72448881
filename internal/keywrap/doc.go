// Package keywrap lets the keys of settings be kept encrypted by a key of a KMS (wrapped), which never leaves the KMS.
//
// A key of a setting is `id:BASE64` in clear or `id:kms.BASE64` wrapped. A program unwraps its keys once, when it
// starts, and keeps them in memory. No call needs the KMS, so none fails while it is away. The wrapped text contains
// the setting and the id of the key, so that one key never passes for another.
//
// Keys in clear are zeroed after use where they are bytes. Settings are strings, which Go cannot zero: whoever reads
// the memory of a running program reads its keys.
package keywrap
