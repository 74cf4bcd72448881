// Package requirements decides what an onboarding still lacks, who can bring it, and by which call.
package requirements
