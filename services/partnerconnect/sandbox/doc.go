// Package sandbox is the providers of test mode, whose decisions are reports as those of live mode are, and fills test onboardings with
// fictitious data, so that they can be moved to any status.
package sandbox
