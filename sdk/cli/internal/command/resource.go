package command

import (
	"context"
	"iter"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

// call is a command that makes one call and prints what it returns.
func call[T any](a *app, use, short string, args []string, api func() (*partnerline.Client, error),
	do func(context.Context, *partnerline.Client, []string) (T, error)) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: exactly(args...), RunE: func(c *cobra.Command, args []string) error {
		client, err := api()
		if err != nil {
			return err
		}
		v, err := do(c.Context(), client, args)
		if err != nil {
			return err
		}
		return a.print(v)
	}}
}

// first are the first n entries of a list.
func first[T any](list iter.Seq2[T, error], n int) (out []T, err error) {
	for v, err := range list {
		if err != nil {
			return nil, err
		}
		if len(out) == n {
			break
		}
		out = append(out, v)
	}
	return out, nil
}

// done is what is printed when the API answers nothing.
type done struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

func limitFlag(c *cobra.Command) *int { return c.Flags().Int("limit", 20, "how many to list at most") }
