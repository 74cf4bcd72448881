// Package recorded finds out whether attempts are still needed, by what webhooks has recorded of their deliveries.
package recorded
