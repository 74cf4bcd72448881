package branding

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/partnerline/partnerline/internal/fault"
)

// The grounds that the colour is seen on: of pages and of what is around them, in light and dark mode.
var (
	lightGrounds = []colour{{255, 255, 255}, {0xf3, 0xf5, 0xf8}}
	darkGrounds  = []colour{{0x16, 0x1c, 0x24}, {0x0d, 0x11, 0x17}, {0x10, 0x15, 0x1b}, {0x0b, 0x14, 0x20}}
)

// leastContrast is that of text, by WCAG 2.2 AA.
const leastContrast = 4.5

var hexColour = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func (l *Look) checkColour() *fault.Violation {
	if l.Colour == "" {
		return nil
	}
	if !hexColour.MatchString(l.Colour) {
		return &fault.Violation{
			Field: "/colour", Code: "invalid_colour",
			Message: "must be # and six hexadecimal digits in lower case, such as #0b5cad",
		}
	}
	c := parseColour(l.Colour)
	if least := c.leastContrast(lightGrounds); least < leastContrast {
		return &fault.Violation{Field: "/colour", Code: "contrast_too_low",
			Message: fmt.Sprintf("must have a contrast of at least 4.5 to 1 with the light ground of the pages, and has "+
				"%.2f; %s is a darker shade that has it",
				least, c.towards(colour{}, lightGrounds))}
	}
	return nil
}

// DarkColour is a shade of the colour that can be read in dark mode; empty without a colour.
func (l Look) DarkColour() string {
	if l.Colour == "" {
		return ""
	}
	return parseColour(l.Colour).towards(colour{255, 255, 255}, darkGrounds).String()
}

type colour [3]uint8

func parseColour(s string) (c colour) {
	for i := range c {
		n, _ := strconv.ParseUint(s[1+2*i:3+2*i], 16, 8) // its form is checked
		c[i] = uint8(n)
	}
	return c
}

func (c colour) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// towards returns the shade on the way to another colour that is nearest and has the contrast with the grounds.
func (c colour) towards(end colour, grounds []colour) colour {
	const steps = 100
	shade := c
	for i := 0; i <= steps && shade.leastContrast(grounds) < leastContrast; i++ {
		for j := range shade {
			shade[j] = uint8((int(c[j])*(steps-i) + int(end[j])*i) / steps)
		}
	}
	return shade
}
