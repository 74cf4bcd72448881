package branding

import (
	"encoding/binary"
	"testing"
	"time"
)

// scansJPEG is a progressive JPEG of the largest size that a logo may have, with as many scans as fit, each of which
// says in a few bytes that it changes nothing.
func scansJPEG() []byte {
	segment := func(marker byte, payload ...byte) []byte {
		return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(payload)+2)), payload...)
	}
	b := []byte{0xff, 0xd8}
	const height, width = maxLogoHeight, maxLogoWidth
	b = append(b, segment(0xc2, 8, height>>8, height&0xff, width>>8, width&0xff, 1, 1, 0x11, 0)...)
	code := append(append([]byte{0x10, 1}, make([]byte, 15)...), 0xe0) // 0: a run of up to 32,767
	b = append(b, segment(0xc4, code...)...)
	blocks := (maxLogoWidth / 8) * (maxLogoHeight / 8)
	run := uint16(blocks - 1<<14)
	scan := segment(0xda, 1, 1, 0, 1, 63, 0x10)
	scan = append(scan, byte(run>>7), byte(run<<1)|1)
	for len(b)+len(scan)+2 <= maxLogo {
		b = append(b, scan...)
	}
	return append(b, 0xff, 0xd9)
}

// A logo that is right by its size takes no longer to read than its size and pixels explain.
func TestLogosCostLittle(t *testing.T) {
	t.Parallel()
	began := time.Now()
	bad := (&Look{Logo: scansJPEG()}).Check()
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("a JPEG of many scans took %s", took)
	}
	if len(bad) != 1 || bad[0].Code != "too_complex" {
		t.Errorf("it is refused by %v", bad)
	}
}
