// Package tiffs makes documents that were scanned.
package tiffs

import (
	"bytes"
	"encoding/binary"
)

const side = 64 // pixels

// Of returns a TIFF of as many gray pages.
func Of(pages int) []byte {
	b := []byte("II*\x00\x00\x00\x00\x00")
	strip := len(b)
	b = append(b, bytes.Repeat([]byte{0x80}, side*side)...)
	next := 4 // where the offset of the next page is
	for range pages {
		binary.LittleEndian.PutUint32(b[next:], uint32(len(b)))
		// width, height, bits of a pixel, compression (none), color (black is 0), offset of the strip, samples of a pixel,
		// rows and bytes of the strip
		tags := [][2]int{{256, side}, {257, side}, {258, 8}, {259, 1}, {262, 1}, {273, strip}, {277, 1}, {278, side},
			{279, side * side}}
		b = binary.LittleEndian.AppendUint16(b, uint16(len(tags)))
		for _, t := range tags {
			b = binary.LittleEndian.AppendUint16(b, uint16(t[0]))
			b = binary.LittleEndian.AppendUint16(b, 4) // a number of four bytes
			b = binary.LittleEndian.AppendUint32(b, 1)
			b = binary.LittleEndian.AppendUint32(b, uint32(t[1]))
		}
		next = len(b)
		b = append(b, 0, 0, 0, 0)
	}
	return b
}
