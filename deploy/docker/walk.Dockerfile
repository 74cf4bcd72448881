# syntax=docker/dockerfile:1
# check=error=true
#
# The walk of `helm test`, and the receiver of a development cluster: docker build -f deploy/docker/walk.Dockerfile -t partnerline/walk .
FROM --platform=$BUILDPLATFORM golang:1.26.11-bookworm AS build
WORKDIR /src
COPY sdk/go .
ARG TARGETOS TARGETARCH
RUN --mount=type=cache,target=/root/.cache/go-build \
    CGO_ENABLED=0 GOWORK=off GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -buildvcs=false -ldflags "-s -w" -o /out/walk ./examples/walk

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /out/walk /walk
USER 65532:65532
LABEL org.opencontainers.image.source="https://github.com/partnerline/partnerline" \
      org.opencontainers.image.title="walk" \
      org.opencontainers.image.licenses="Apache-2.0"
EXPOSE 8080
ENTRYPOINT ["/walk"]
