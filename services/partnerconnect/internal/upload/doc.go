// Package upload takes files in: counted, hashed, scanned, and stored as objects that nothing refers to until a document does.
package upload
