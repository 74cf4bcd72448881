// Package migration reads what the API of another sender of webhooks answers, and says what of it becomes a tenant or
// an endpoint here. It promises that nothing is left out silently: what has no counterpart is a Note. An endpoint that
// would get other requests than before, or would send them with another signature, is held back: it becomes inactive.
package migration
