package rowseal

import (
	"encoding/json"
	"fmt"

	"github.com/partnerline/partnerline/internal/keyring"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Opener is a key by which a column was sealed.
type Opener interface {
	Open(sealed []byte, aad string) ([]byte, error)
}

// AssociatedData binds a ciphertext to its row and column: moved elsewhere it does not open.
func AssociatedData(table, id, column string) string { return table + "/" + id + "/" + column }

func DataKeyAssociatedData(ref pc.Ref) string {
	return AssociatedData("onboardings", string(ref), "data_key")
}

// BankLineAssociatedData binds the sender of a line of the bank, which belongs to no onboarding and is sealed by the
// keyring itself.
func BankLineAssociatedData(iban, ref string) string {
	return AssociatedData("bank_lines", iban+" "+ref, "sender")
}

// RowKey is the key of a row and its sealed form.
type RowKey struct {
	keyring.DataKey
	Sealed []byte
}

// OpenRowKey opens the key of a row, or makes one for a row that has none.
func OpenRowKey(keys *keyring.Keyring, ref pc.Ref, sealed []byte) (RowKey, error) {
	if sealed == nil {
		key, sealed := keys.NewDataKey(DataKeyAssociatedData(ref))
		return RowKey{key, sealed}, nil
	}
	key, err := keys.OpenDataKey(sealed, DataKeyAssociatedData(ref))
	if err != nil {
		return RowKey{}, fmt.Errorf("data key of %s: %w", ref, err)
	}
	return RowKey{key, sealed}, nil
}

func SealJSON(key RowKey, v any, aad string) ([]byte, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", aad, err)
	}
	return key.Seal(plain, aad), nil
}

func OpenJSON(key Opener, sealed []byte, v any, aad string) error {
	if sealed == nil {
		return nil
	}
	plain, err := key.Open(sealed, aad)
	if err != nil {
		return fmt.Errorf("%s: %w", aad, err)
	}
	if err := json.Unmarshal(plain, v); err != nil {
		// The decoder's error may quote what it read.
		return fmt.Errorf("%s is not what this version stores", aad)
	}
	return nil
}
