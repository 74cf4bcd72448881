package access

import (
	"testing"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

func TestChannelOfKey(t *testing.T) {
	own, other := "chn_a", "chn_x"
	one := PartnerKey{Channels: []pc.ChannelID{"chn_a"}}
	two := PartnerKey{Channels: []pc.ChannelID{"chn_a", "chn_b"}}
	empty := ""
	for name, c := range map[string]struct {
		key   PartnerKey
		named *string
		want  pc.ChannelID
		err   error
	}{
		"one channel, none named":             {one, nil, "chn_a", nil},
		"one channel, named":                  {one, &own, "chn_a", nil},
		"one channel, another named":          {one, &other, "", ErrChannelNotOwned},
		"one channel, an empty text":          {one, &empty, "", ErrChannelNotOwned},
		"two channels, none named":            {two, nil, "", ErrChannelRequired},
		"two channels, one named":             {two, &own, "chn_a", nil},
		"two channels, another's or no one's": {two, &other, "", ErrChannelNotOwned},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.key.Channel(c.named)
			if got != c.want || (err == nil) != (c.err == nil) || c.err != nil && !c.err.(interface{ Is(error) bool }).Is(err) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}
