// Package hosted is the module of the hosted flow: pages on which merchants, and the people whom they invite, act in
// person. It is built on all other modules.
package hosted
