package command

import (
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"
)

func openCommand(a *app) *cobra.Command {
	return &cobra.Command{Use: "open REF",
		Short: "Open the hosted page of an onboarding in the browser, or print its link", Args: exactly("REF"),
		RunE: func(c *cobra.Command, args []string) error {
			client, err := a.partner()
			if err != nil {
				return err
			}
			o, err := client.Onboardings.Get(c.Context(), args[0])
			if err != nil {
				return err
			}
			if o.NextAction.URL == nil {
				return errors.New("the onboarding has no hosted page now: nothing is left for the merchant to do")
			}
			link := *o.NextAction.URL
			if a.json {
				return a.printJSON(map[string]string{"ref": args[0], "url": link})
			}
			return a.follow(link)
		}}
}

// follow opens a link in the browser, or prints it where there is none.
func (a *app) follow(link string) error {
	u, err := url.Parse(link)
	if err == nil && (u.Scheme == "https" || u.Scheme == "http") && terminal(a.Out) && a.browse(link) == nil {
		fmt.Fprintln(a.Err, "Opened in the browser.")
		return nil
	}
	_, err = fmt.Fprintln(a.Out, link)
	return err
}

// browse opens a link in the browser of the desktop, if there is one.
func (a *app) browse(link string) error {
	switch {
	case runtime.GOOS == "darwin":
		return exec.Command("open", link).Start() //nolint:gosec // the link is of the API, and an address of the web
	case runtime.GOOS == "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", link).Start() //nolint:gosec // as above
	case a.Getenv("DISPLAY") == "" && a.Getenv("WAYLAND_DISPLAY") == "":
		return errors.New("no desktop")
	}
	return exec.Command("xdg-open", link).Start() //nolint:gosec // as above
}
