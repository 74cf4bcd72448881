package pages

// What tests look into.
var (
	Screens     = screens
	CommonTexts = commonTexts
	Catalogue   = catalogue
)

// Cookies.
const (
	FormCookie   = formCookie
	SignInCookie = signInCookie
)
