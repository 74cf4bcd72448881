package keyring

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
)

// A DataKey encrypts the data of one record (AES-256-GCM). It is stored sealed with the record, so that the keyring's
// keys rotate without encrypting the record again, and erasing it makes the record unreadable.
type DataKey struct{ aead cipher.AEAD }

// NewDataKey makes a key and its sealed form, which opens with the same aad only.
func (k *Keyring) NewDataKey(aad string) (DataKey, []byte) {
	var raw [32]byte
	_, _ = rand.Read(raw[:]) // never fails
	d, err := dataKey(raw[:])
	if err != nil {
		panic(err) // the length is right
	}
	return d, k.Seal(raw[:], aad)
}

// OpenDataKey opens the sealed form of a key; ErrOpen.
func (k *Keyring) OpenDataKey(sealed []byte, aad string) (DataKey, error) {
	raw, err := k.Open(sealed, aad)
	if err != nil {
		return DataKey{}, err
	}
	return dataKey(raw)
}

func dataKey(raw []byte) (DataKey, error) {
	block, err := aes.NewCipher(raw)
	if err != nil {
		return DataKey{}, ErrOpen
	}
	aead, err := cipher.NewGCM(block)
	return DataKey{aead}, err
}

// Reseal seals a value with the first key of the keyring; false when it is sealed with it already. ErrOpen.
func (k *Keyring) Reseal(sealed []byte, aad string) ([]byte, bool, error) {
	raw, err := k.Open(sealed, aad)
	if err != nil {
		return nil, false, err
	}
	if string(sealed[2:2+int(sealed[1])]) == k.primary {
		return sealed, false, nil
	}
	return k.Seal(raw, aad), true, nil
}

// Seal encrypts plaintext with the associated data aad: it opens with the same aad only.
func (d DataKey) Seal(plaintext []byte, aad string) []byte {
	nonce := make([]byte, d.aead.NonceSize(), d.aead.NonceSize()+len(plaintext)+d.aead.Overhead())
	_, _ = rand.Read(nonce) // never fails
	return d.aead.Seal(nonce, nonce, plaintext, []byte(aad))
}

// Open is the inverse of Seal; ErrOpen. The zero key, as which an erased key is read, opens nothing.
func (d DataKey) Open(sealed []byte, aad string) ([]byte, error) {
	if d.aead == nil {
		return nil, ErrOpen
	}
	n := d.aead.NonceSize()
	if len(sealed) < n {
		return nil, ErrOpen
	}
	plain, err := d.aead.Open(nil, sealed[:n], sealed[n:], []byte(aad))
	if err != nil {
		return nil, ErrOpen
	}
	return plain, nil
}
