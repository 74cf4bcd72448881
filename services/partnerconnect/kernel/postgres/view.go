package postgres

import (
	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

const InView = `o.ref = @ref AND (@system OR o.channel_id = ANY(@channels) AND o.livemode = @livemode)`

// ViewArgs are the arguments of inView. What cannot be a ref names nothing; Postgres refuses some of it.
func ViewArgs(v access.View, ref pc.Ref) pgx.StrictNamedArgs {
	if !ref.Valid() {
		ref = ""
	}
	return pgx.StrictNamedArgs{"ref": ref, "channels": v.Channels, "livemode": v.Livemode, "system": v.System}
}
