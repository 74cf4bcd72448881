package postgres

// ClockReport is what time did to test data.
type ClockReport struct {
	Onboardings int // expired
	Invitations int // of so many onboardings
	Payments    int // expired
	Settlements int // made
}
