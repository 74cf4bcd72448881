package representation

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Registers mask people in their fields, yet the free texts of the Polish one may hold full names and PESEL numbers
// (docs/rules/data-protection.md).
var (
	// Eleven digits and more, also in groups: a PESEL however it is typed.
	longNumber = regexp.MustCompile(`\d(?:[ .\-/]?\d){10,}`)
	date       = regexp.MustCompile(`\b(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})\b`)
	word       = regexp.MustCompile(`[\pL\pM\d*'’]+`)
)

// Scrub removes from a text of a register what identifies people: long numbers, dates, the names of the record's
// people, and words that may be names because they begin with a capital, unless they are words of such texts. A name
// leaves its mask.
func Scrub(text string, rec Record) string {
	text = longNumber.ReplaceAllString(strings.ToValidUTF8(text, ""), "[number]")
	text = date.ReplaceAllString(text, "[date]")
	people := rec.people()
	return word.ReplaceAllStringFunc(text, func(w string) string {
		folded := fold(w)
		first := []rune(w)[0]
		switch {
		case len(folded) < 2, strings.Contains(w, "*"), strings.ContainsFunc(w, unicode.IsDigit), plain[folded]:
			return w
		case unicode.IsUpper(first), unicode.IsTitle(first), people.named(folded):
			return MaskName(w)
		}
		return w
	})
}

// A namesOf is the folded names of a record's people.
type namesOf []string

func (r Record) people() namesOf {
	var out namesOf
	for _, m := range r.Members {
		out = append(out, words(m.Name())...)
	}
	for _, p := range r.Procurators {
		out = append(out, words(p.GivenNames+" "+p.FamilyName)...)
	}
	return out
}

// named reports whether a word is one of the names or an inflection of one: it begins with all of it but the last
// letter, and is not much longer.
func (n namesOf) named(w string) bool {
	return slices.ContainsFunc(n, func(name string) bool {
		if w == name {
			return true
		}
		return len(name) > 2 && !strings.Contains(name, "*") && strings.HasPrefix(w, name[:len(name)-1]) &&
			len(w) <= len(name)+3
	})
}

// plain are words of rule texts that are no names although they may be written with a capital: the lexicon's, and those
// in which limits and exceptions are commonly worded. A word that is missing is masked, which costs the reader only
// that word.
var plain = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(plainWords) {
		m[w] = true
	}
	for w := range counts {
		m[w] = true
	}
	return m
}()

const plainWords = `
a aby akcji akcyjna akcyjnej albo ale any are as aktow at act acting acts action alone all also an and another association
authorised authorized badz bedzie beda bez bieglego blankietow board bodies body banku bankowych bankowego budynku by
calego calosci cel celu chair chairman chairperson chairwoman chyba co company commercial comprises composed consists cooperation
ciagu czekow czesci czlonek czlonka czlonkiem czlonkini czlonkom czlonkow czlonkowi czlonkowie czlonkami czy czynnosc czynnosci czyli
dla do dnia dodatkowo dokumentow dokumenty dotyczace dotyczacych dotychczasowy dowolny drugi drugiego drugim dwa dwaj dwie dwoch dwoje
dwojga dwom dwoma dwu dwuosobowego dwuosobowym dyrektor dyrektora dyrektorem dyrektorow dyrektorzy dyrektorami dzial dziala dzialac
dzialajac dzialajaca dzialajace dzialajacego dzialajacej dzialajacy dzialajacych dzialajacym dzialajacymi dzialaja dzialania dzialanie dzialalnosci
declaration declarations director directors does each either empowered entitled euro every exceeding exclusively except for from
finansowy finansowych formie foundation fundacja fundacje fundacji funkcje general given glowny gdy goes glosow has have holder
i ich if in independently individually indywidualnie innego innej inny inni innych innym innymi intent inwestycji is it its
ilosci imieniu jak jako jeden jedna jednak jednego jednej jednemu jednym jedno jedynie jednoosobowa jednoosobowego jednoosobowej jednoosobowo jednoosobowy
jednoosobowym jednorazowo jej jego jest jezeli jesli joint jointly kadencji kapitalu kazda kazde kazdego kazdej kazdemu kazdy kazdym kiedy
kierownik kilku kilkuosobowego komandytariusz komandytowa komandytowej komplementariusz komplementariusza komplementariusze komplementariuszem komplementariuszom
komplementariuszy komplementariuszami konieczna konieczne konieczny kredytow kredytu ktorych ktory ktora ktorykolwiek ktorakolwiek kwota kwoty kwote kwocie krs
laczna lacznego lacznej laczne lacznie likwidacji likwidator likwidatora likwidatorem likwidatorow likwidatorzy lub lecz limited liquidator liquidators
ltd ma maja majatku majatkowe majatkowych majatkowym make may member members management mniej moga moze mogacy multi
na nabycia nabycie nad nadzorczej nadzorcza nalezy natomiast nie niemajatkowych niz niezbedne niezbedny nieruchomosci nich nim nom
niezaleznie nowych obciazenia obejmuje obowiazkow obowiazki obrotu od odrebnie odpowiedzialnoscia of ograniczona ograniczenia on one only or oraz osob osoba osobe osobowej osoby
other own organizacji organ organu oswiadczen oswiadczenia oswiadczenie partner partnera partnerem partnerow partners partnership partnerska partnerskiej partnerzy
parafy pelnomocnik pelnomocnika pelnomocnikow pelnomocnictwa pelnomocnictwo pierwszy piec pieciu pln po pod podpis podpisow podpisu podpisuja podpisuje
podpisy podpisywac podpisywania podpisywanie pisma podmiot podmiotu ponadto ponizej postanowien postanowienia powierzenia powolania powolany powyzej powyzszym pozostali pozostalych pozostale poza poszczegolni
praw prawa prawo prawnych prezes prezesa prezesem prezesi prezesow prezesowi president presidents proxies proxy procuration procurator procurators prokura prokure prokurent
prokurenta prokurentem prokurenci prokurentom prokurentow prokurentami prokurentowi prokury prosta prostej przedstawiciel przedsiebiorstwa przekracza przekraczaja przekraczajace przekraczajacych przekraczajacej przewodniczacego
przewodniczacy przewodniczaca przewodniczacej przewodniczacym przez przy przyjmowania przynajmniej przypadek przypadku przypadkach przysluguje publicznej posiada posiadajacy
rachunkow rachunku rada rady razem razie registered reprezentacja reprezentacje reprezentacji reprezentant reprezentowac reprezentowana reprezentowane reprezentowani reprezentowania
reprezentowanie reprezentowany reprezentuja reprezentuje represent represented represents required rownowartosci rownowartosc rowniez rozporzadza rozporzadzania rozporzadzenia
sa sam sama sami samodzielna samodzielne samodzielnego samodzielnej samodzielnie samodzielny samoistna samoistnie samoistny samoistnym sekretarz sekretarza sekretarzem secretary
several shall sign signature signatures signed single siebie sie sklada skladac skladaja skladania skladaniu sklad skarbnik skarbnika skarbnikiem skutecznego solely
spolka spolke spolki spolce sposob sposobu spraw sprawach sprawy sprawie stanowi statut statutem statutu stowarzyszenia stowarzyszenie stowarzyszeniu stosunku submit submitted suma sumy swoich
ta tak takze tej ten tez that the their them third three to together tre tresci treasurer trzech trzej trzema trzy trzyosobowego tylko tym two
udzialow udzielania uchwala uchwaly umocowany umocowani umowa umowy umow unless up upowazniona upowaznione upowaznieni upowaznionych upowazniony uprawniona uprawnione uprawnieni
uprawnionych uprawniony ustanowienia ustanowiony ustawy ustawa vice w waznosci waznego wartosc wartosci warunkiem wchodzacych weksli wiceprezes wiceprezesa wiceprezesem wiceprezesi wiceprezesow
wiceprzewodniczacy wiceprzewodniczaca wiceprzewodniczacego wiecej wieloosobowego wieloosobowy wieloosobowym winni woli with wobec wraz wskazany wspolnego wspolnie wspolne wspolnej wspolnicy wspolnik wspolnika wspolnikiem
wspolnikom wspolnikow wspolnikami wspolnoty wspoldzialaja wspoldzialania wspoldzialanie wspoldzialajacy wspoldzialajacych wyboru wyjatkiem wylacznie wylaczeniem wymaga wymagaja wymagana wymagane wymagany wynikajacych
wystarczy wysokosci wyzszej wzglednie wszyscy wszystkich wszystkie wszystkimi we wlasnym where when will without z za zaciagania zaciaganie zakresie zakresu zamiast zarzad zarzadcy zarzadem zarzadowi
zarzadu zarzadzie zarzadzania zas zastrzezeniem zastepca zastepcy zastepujacy zatwierdzenia zbycia zbywania ze zgoda zgody zgodnie zl zlote zlotych zlozenia zwiazku zwyklego zwykly zobowiazan zobowiazania
every exceeding value amount limit exception property rights obligations duties matters others acting binding bind binds case pesel`
