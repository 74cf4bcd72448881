package deploy

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/compose-spec/compose-go/v2/types"
	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/opencontainers/go-digest"
	ocispecs "github.com/opencontainers/image-spec/specs-go/v1"
)

// Dockerfile returns what `docker build --check` reports. Base images are taken to be empty: none is fetched.
func Dockerfile(ctx context.Context, source []byte) []string {
	platform := ocispecs.Platform{OS: "linux", Architecture: "amd64"}
	sources := llb.NewSourceMap(nil, "Dockerfile", "dockerfile", source)
	sources.Definition = &llb.Definition{} // the results name it
	opt := dockerfile2llb.ConvertOpt{SourceMap: sources, MetaResolver: noImages{}, TargetPlatform: &platform}
	opt.BuildPlatforms = []ocispecs.Platform{platform}
	results, err := dockerfile2llb.DockerfileLint(ctx, source, opt)
	if err != nil {
		return []string{err.Error()}
	}
	var faults []string
	for _, w := range results.Warnings {
		faults = append(faults, fmt.Sprintf("%s: %s", w.RuleName, w.Detail))
	}
	if results.Error != nil {
		faults = append(faults, results.Error.Message)
	}
	return faults
}

// image is what a Dockerfile says of one of its images.
type image struct {
	user   string
	probed bool // by a HEALTHCHECK
}

// builtImage reads the Dockerfile of a service.
func builtImage(s types.ServiceConfig) (image, error) {
	source, err := os.ReadFile(filepath.Join(s.Build.Context, cmp.Or(s.Build.Dockerfile, "Dockerfile")))
	if err != nil {
		return image{}, err
	}
	file, err := parser.Parse(bytes.NewReader(source))
	if err != nil {
		return image{}, err
	}
	stages, _, err := instructions.Parse(file.AST, nil)
	if err != nil {
		return image{}, err
	}
	made := map[string]image{}
	for _, stage := range stages {
		i := made[stage.BaseName]
		for _, c := range stage.Commands {
			switch c := c.(type) {
			case *instructions.UserCommand:
				i.user = c.User
			case *instructions.HealthCheckCommand:
				i.probed = true
			}
		}
		made[stage.Name], made[""] = i, i // the last one is that of no target
	}
	return made[s.Build.Target], nil
}

type noImages struct{}

func (noImages) ResolveImageConfig(
	_ context.Context,
	ref string,
	_ sourceresolver.Opt,
) (string, digest.Digest, []byte, error) {
	return ref, digest.FromString(ref), []byte(`{"os":"linux","architecture":"amd64","config":{}}`), nil
}
