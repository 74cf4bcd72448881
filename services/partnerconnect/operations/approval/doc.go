// Package approval is the rule of four eyes: what one person proposes is done when another confirms it.
package approval
