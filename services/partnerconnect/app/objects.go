package app

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/sweep"
)

// BucketConfig says where a bucket is.
type BucketConfig struct {
	Endpoint  string           `env:"ENDPOINT"` // http or https://host[:port] of an S3-compatible store; set: files lie there, and not in a directory
	Region    string           `env:"REGION" default:"us-east-1"`
	Bucket    string           `env:"BUCKET"` // must exist
	AccessKey string           `env:"ACCESS_KEY"`
	SecretKey envconfig.Secret `env:"SECRET_KEY"`
}

func (c BucketConfig) validate(prefix string) error {
	if c.Endpoint == "" {
		return nil
	}
	var faults []error
	if u, err := url.Parse(c.Endpoint); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		faults = append(faults, errors.New(prefix+"_ENDPOINT: want http or https://host[:port]"))
	}
	for name, value := range map[string]string{"BUCKET": c.Bucket, "ACCESS_KEY": c.AccessKey, "SECRET_KEY": c.SecretKey.Reveal()} {
		if value == "" {
			faults = append(faults, errors.New(prefix+"_"+name+": must be set with "+prefix+"_ENDPOINT"))
		}
	}
	return errors.Join(faults...)
}

func (c BucketConfig) objects() objects.S3Config {
	return objects.S3Config{Endpoint: c.Endpoint, Region: c.Region, Bucket: c.Bucket, AccessKey: c.AccessKey, SecretKey: c.SecretKey.Reveal()}
}

// objectStore is where documents lie.
type objectStore interface {
	merchantusecase.Objects
	sweep.Objects
	Close() error
}

func openObjects(cfg Config) (objectStore, error) {
	if cfg.S3.Endpoint != "" {
		return objects.NewS3(cfg.S3.objects(), nil)
	}
	f, err := objects.OpenFiles(cfg.DocumentsDir)
	if err != nil {
		return nil, fmt.Errorf("DOCUMENTS_DIR: %w", err)
	}
	return f, nil
}
