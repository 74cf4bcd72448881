package rendering_test

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(100) // as in the program, whose memory the tests measure
	os.Exit(m.Run())
}
