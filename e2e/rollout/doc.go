// Package rollout replaces the replicas of webhooksd under load, as a cluster does, and measures for how long partners
// and receivers get nothing.
package rollout
