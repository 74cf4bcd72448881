// Command catalogue prints docs/errors.md from the catalogue of reasons.
package main

import (
	"fmt"
	"os"

	"github.com/partnerline/partnerline/internal/fault"
)

func main() { fmt.Fprint(os.Stdout, fault.Markdown()) }
