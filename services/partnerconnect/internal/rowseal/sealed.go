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

// Place ties a ciphertext to its row and column: moved elsewhere it does not open.
func Place(table, id, column string) string { return table + "/" + id + "/" + column }

func DataKeyPlace(ref pc.Ref) string { return Place("onboardings", string(ref), "data_key") }

// RowKey is the key of a row and its sealed form.
type RowKey struct {
	keyring.DataKey
	Sealed []byte
}

// OpenRowKey opens the key of a row, or makes one for a row that has none.
func OpenRowKey(keys *keyring.Keyring, ref pc.Ref, sealed []byte) (RowKey, error) {
	if sealed == nil {
		key, sealed := keys.NewDataKey(DataKeyPlace(ref))
		return RowKey{key, sealed}, nil
	}
	key, err := keys.OpenDataKey(sealed, DataKeyPlace(ref))
	if err != nil {
		return RowKey{}, fmt.Errorf("data key of %s: %w", ref, err)
	}
	return RowKey{key, sealed}, nil
}

func SealJSON(key RowKey, v any, at string) ([]byte, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", at, err)
	}
	return key.Seal(plain, at), nil
}

func OpenJSON(key Opener, sealed []byte, v any, at string) error {
	if sealed == nil {
		return nil
	}
	plain, err := key.Open(sealed, at)
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	if err := json.Unmarshal(plain, v); err != nil {
		// The decoder's own words may quote what it read.
		return fmt.Errorf("%s is not what this version stores", at)
	}
	return nil
}
