package command

import (
	"context"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

// call is a command that makes one call and prints what it returns.
func call[T any](a *app, use, short string, args []string, api func() (*partnerline.Client, error),
	do func(context.Context, *partnerline.Client, []string) (T, error)) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: exactly(args...),
		RunE: func(c *cobra.Command, args []string) error {
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

// listing is a command that lists what several pages have, up to --limit, in a table of some members. Its use names its
// arguments.
func listing[T any](a *app, use, short string, api func() (*partnerline.Client, error),
	do func(context.Context, *partnerline.Client, []string) iter.Seq2[T, error], columns ...string) *cobra.Command {
	var limit int
	names := exactly(strings.Fields(use)[1:]...)
	c := &cobra.Command{Use: use, Short: short, Args: names, RunE: func(c *cobra.Command, args []string) error {
		client, err := api()
		if err != nil {
			return err
		}
		some, err := first(do(c.Context(), client, args), limit)
		if err != nil {
			return err
		}
		return printList(a, some, columns...)
	}}
	c.Flags().IntVar(&limit, "limit", 20, "how many to list at most")
	return c
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

// idempotencyFlag adds --idempotency-key and returns the options of a call that has it.
func idempotencyFlag(c *cobra.Command) func() []partnerline.CallOption {
	key := c.Flags().String("idempotency-key", "",
		"the same again returns what the first call did; a random one when absent")
	return func() []partnerline.CallOption {
		if *key == "" {
			return nil
		}
		return []partnerline.CallOption{partnerline.IdempotencyKey(*key)}
	}
}
