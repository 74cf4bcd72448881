// Package openapi writes the OpenAPI 3.1 documents of the public APIs from the contracts: routes, headers, problems and
// schemas from the descriptors and their options, texts from their comments. What the gateway does with a contract is
// stated here once more, and tests compare the documents with the answers of the running system.
package openapi
