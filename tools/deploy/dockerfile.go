package deploy

import (
	"context"
	"fmt"

	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
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

type noImages struct{}

func (noImages) ResolveImageConfig(_ context.Context, ref string, _ sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	return ref, digest.FromString(ref), []byte(`{"os":"linux","architecture":"amd64","config":{}}`), nil
}
