// Package messagehook hands messages over to a messaging system by signed HTTP requests.
package messagehook
