//go:build !unix

package consumer

import "time"

// processorTime is not known here: the throttle stays open.
func processorTime() time.Duration { return 0 }
