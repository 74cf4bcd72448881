package app

import (
	"context"
	"fmt"

	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// objectStore stores the contents of documents.
type objectStore interface {
	merchantusecase.Objects
	Check(ctx context.Context) error // why it takes no objects
	Close() error
}

func openObjects(cfg Config) (objectStore, error) {
	if cfg.S3.Endpoint != "" {
		return objects.NewS3(cfg.S3.Config(), nil)
	}
	f, err := objects.OpenFiles(cfg.DocumentsDir)
	if err != nil {
		return nil, fmt.Errorf("DOCUMENTS_DIR: %w", err)
	}
	return f, nil
}
