// Package pages serves the portal below /portal: pages without scripts, but for times in the viewer's zone and live updates. What a person may
// do is decided by the table of routes, and by the session's role.
package pages
