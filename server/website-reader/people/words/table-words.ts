/** What a column or row of a table holds, by its folded heading. */
export type TableColumn = 'name' | 'first' | 'last' | 'role' | 'other'

const buildHeadingPattern = (list: string): RegExp =>
  new RegExp(`^(?:${list.trim().replace(/\s*\n\s*/g, '|')})$`)

export const TABLE_COLUMNS: readonly { column: TableColumn; words: RegExp }[] = [
  {
    column: 'first',
    words: buildHeadingPattern(
      'vorname|first name|given name|prenom|nombres?|nome proprio|imie|voornaam|fornamn|fornavn|jmeno|имя',
    ),
  },
  {
    column: 'last',
    words: buildHeadingPattern(
      'nachname|familienname|zuname|surname|last name|family name|nom de famille|apellidos?|cognome|sobrenome|nazwisko|achternaam|efternamn|etternavn|prijmeni|фамилия',
    ),
  },
  {
    column: 'name',
    words: buildHeadingPattern(
      `names?|full name|name vorname|nachname vorname|vorname name|vor und nachname|person|employee|member|mitarbeiter(?:in)?|mitglied|ansprechpartner(?:in)?|ansprechpartner in|contact(?: person)?|kontakt|nom|nom et prenom|nom prenom|nombre|nombre y apellidos|nome|nome e cognome|nominativo|nome completo|imie i nazwisko|naam|namn|navn|nimi|nev|jmeno a prijmeni|ime i prezime|фио|имя и фамилия|ονομα|ονοματεπωνυμο|ad soyad|isim|ho va ten|ho ten|姓名|氏名|名前|이름|성명|الاسم|שם`,
    ),
  },
  {
    column: 'role',
    words: buildHeadingPattern(
      `role|roles|position|positions|job title|title|function|office|responsibility|responsibilities|area of responsibility|department|funktion|aufgabe|aufgaben|aufgabenbereich|amt|rolle|stelle|zustandigkeit|zustandigkeiten|zustandig fur|bereich|abteilung|tatigkeit|beruf|fonction|poste|role|titre|service|qualite|cargo|puesto|funcion|departamento|area|ruolo|carica|funzione|qualifica|mansione|incarico|funcao|stanowisko|funkcja|dzial|functie|taak|befattning|roll|stilling|tehtava|funkce|pozice|funkcia|beosztas|funkcija|functia|должность|отдел|θεση|ιδιοτητα|gorev|gorevi|unvan|chuc vu|职位|职务|職位|役職|担当|직책|직위|직급|المنصب|תפקיד`,
    ),
  },
]
