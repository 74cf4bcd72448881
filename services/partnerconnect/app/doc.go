// Package app puts partner connect together: Config says how, Run does it. It is the one place that knows all adapters.
package app
