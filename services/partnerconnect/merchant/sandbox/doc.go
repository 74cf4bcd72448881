// Package sandbox is the identity provider of test mode, in process, and the data of test merchants, so that
// onboardings can be moved to any status.
package sandbox
