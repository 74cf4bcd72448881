// Package pages serves the portal below /portal: pages without scripts, but for times in the viewer's zone and live
// updates. The table of routes and the session's role decide what a person may do.
package pages
