// Package usecase reconciles open identity sessions with the verification service: by event, by schedule, by page view, on request.
package usecase
