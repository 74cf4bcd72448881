package objects

import (
	"errors"
	"net/url"

	"github.com/partnerline/partnerline/internal/envconfig"
)

// Bucket says where a bucket is.
type Bucket struct {
	// http or https://host[:port] of an S3-compatible store; set: files lie there, and not in a directory
	Endpoint  string           `env:"ENDPOINT"`
	Region    string           `env:"REGION" default:"us-east-1"`
	Bucket    string           `env:"BUCKET"` // must exist
	AccessKey string           `env:"ACCESS_KEY"`
	SecretKey envconfig.Secret `env:"SECRET_KEY"`
}

// Validate reports all faults at once; prefix is that of the settings' names.
func (c Bucket) Validate(prefix string) error {
	if c.Endpoint == "" {
		return nil
	}
	var faults []error
	if u, err := url.Parse(c.Endpoint); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		faults = append(faults, errors.New(prefix+"_ENDPOINT: want http or https://host[:port]"))
	}
	for name, value := range map[string]string{
		"BUCKET": c.Bucket, "ACCESS_KEY": c.AccessKey, "SECRET_KEY": c.SecretKey.Reveal(),
	} {
		if value == "" {
			faults = append(faults, errors.New(prefix+"_"+name+": must be set with "+prefix+"_ENDPOINT"))
		}
	}
	return errors.Join(faults...)
}

// Config is the configuration of a client.
func (c Bucket) Config() S3Config {
	return S3Config{
		Endpoint: c.Endpoint, Region: c.Region, Bucket: c.Bucket, AccessKey: c.AccessKey, SecretKey: c.SecretKey.Reveal(),
	}
}
