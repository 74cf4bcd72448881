// Package sandbox fills test onboardings with fictitious data, so that they can be moved to any status.
package sandbox
