package register

import (
	_ "embed"
	"encoding/json"
	"slices"
	"sync"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

//go:embed companies.json
var companies []byte

// FictitiousFile is the file of the fictitious companies: a JSON array as the operator's ImportRegister takes it.
func FictitiousFile() []byte { return companies }

// Fictitious returns companies that do not exist, of every structure and form of rule, prepared. Their numbers have the
// form of real ones and are far beyond those that registers have given out.
func Fictitious() []representation.Record { return slices.Clone(fictitious()) }

var fictitious = sync.OnceValue(func() []representation.Record {
	var out []representation.Record
	if err := json.Unmarshal(companies, &out); err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	for i, r := range out {
		out[i] = r.Prepared()
	}
	return out
})
