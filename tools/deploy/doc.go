// Package deploy finds what is wrong in what deploys the project: Dockerfile, compose file, manifests, settings,
// dashboards and alerts. Each check takes its input as an argument and returns the faults in words, so that the tests
// can show that broken input is found, before they check the repository's own. Alert rules are run by promtool (make
// lint-deploy).
//
// It needs no container engine and no cluster; what only those can show is listed in docs/operations.md.
package deploy
