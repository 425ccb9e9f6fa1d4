const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Local parts of a company's main mailbox. */
const MAIN_WORDS = toSet(
  `info infos information informacion informacje informatie informazioni informacija informace inform hello hallo hola hi hey ciao salut
  bonjour hej hei moi ahoj czesc contact contacts contactus contact-us kontakt kontakty kontakti contato contacto contatti contatto
  kapcsolat iletisim kontaktai yhteys office buero büro bureau oficina ufficio biuro kancelar kancelaria iroda toimisto mail email
  e-mail post posta post poczta correo courriel zentrale central general enquiries enquiry inquiries inquiry ask askus
  sekretariat secretariat secretary secretaria segreteria sekretariatet reception recepcion recepce recepcja rezeption empfang
  team welcome anfrage anfragen mailbox postfach postmottak postmaster epost firma company zakaz pochta priemnaya`,
)

/** Local parts, or their first words, of functions. */
const FUNCTION_WORDS = toSet(
  `sales vertrieb verkauf ventas vendas ventes vendite verkoop salg myynti sprzedaz prodej predaj satis commercial comercial commerciale
  shop store order orders bestellung bestellungen commande pedidos ordini bestelling webshop onlineshop handel export import einkauf
  purchasing procurement compras acquisti
  support help helpdesk hilfe service kundenservice kundendienst customerservice customercare customersupport customer care servicio
  serviceclient sav soporte suporte assistenza klantenservice kundeservice asiakaspalvelu tech technical technik it itsupport
  press presse pr media medien prensa imprensa stampa pers marketing werbung advertising ads publicidad werbung communication
  communications kommunikation comunicacion comunicazione redaktion editor editorial redaction redaccion news newsletter
  jobs job career careers karriere bewerbung bewerbungen hr personal recruiting recruitment talent hiring empleo rrhh emploi recrutement
  lavoro vacature vacatures rekrytointi praca kariera people humanresources ausbildung praktikum internship internships
  datenschutz dsb privacy dpo gdpr dsgvo rgpd dataprotection datenschutzbeauftragter datenschutzbeauftragte legal recht compliance
  impressum security abuse whistleblower hinweisgeber
  billing invoice invoices invoicing rechnung rechnungen buchhaltung accounting accounts accountspayable accountsreceivable finance
  finanzen facturacion faturamento fakturering faktura administracion administration admin administrator verwaltung amministrazione
  booking bookings buchung reservation reservations reservierung reservas prenotazioni reserveringen events event veranstaltung
  veranstaltungen tickets ticket catering gastro restaurant hotel spa
  partner partners partnership partnerships affiliate affiliates b2b business businessdevelopment bd sponsoring sponsor sponsors
  spenden donate donations fundraising membership members member mitglied mitglieder mitgliedschaft verein vorstand board
  investor investors ir investorrelations relations
  webmaster web website hostmaster webteam online digital social socialmedia feedback complaints beschwerde reklamation returns retouren
  training academy akademie schulung education kurse kurs courses seminar seminare school schule library bibliothek museum
  logistics logistik lager warehouse shipping versand dispo disposition production produktion werkstatt workshop garage ersatzteile parts
  projects projekte project engineering development dev developer developers api design research science labs lab innovation
  management geschaeftsfuehrung geschaeftsleitung gf direktion direction leitung ceo cto cfo coo president chair
  quality qm safety emergency notfall notdienst praxis clinic klinik ambulanz termin termine appointment appointments
  community volunteer volunteers ehrenamt foundation stiftung diversity sustainability nachhaltigkeit umwelt
  international europe usa uk de at ch london berlin paris wien zuerich muenchen hamburg newyork
  home house property immobilien vermietung rental rentals verleih miete leasing finance insurance versicherung quote quotes offers angebot
  studio gallery galerie art music radio tv film video photo foto photos`,
)
/** Mailboxes that nobody reads. */
const UNREAD_MAILBOX =
  /^(?:no[._-]?reply|do[._-]?not[._-]?reply|donot[._-]?reply|nicht[._-]?antworten|ne[._-]?pas[._-]?repondre|nao[._-]?responda|no[._-]?responder|mailer[._-]?daemon|bounces?|auto[._-]?reply|unsubscribe|null|devnull)(?:$|[+._-])/

/** First word of a local part: of `jobs+osie`, `jobs.berlin`, `jobs-de`; without digits at its end. */
const getFirstWord = (local: string): string => (local.split(/[._+-]/, 1)[0] ?? '').replace(/\d+$/, '')

/** Whether a local part in lower case names the company as such. */
export const isMainMailbox = (local: string): boolean =>
  MAIN_WORDS.has(local) || MAIN_WORDS.has(local.replace(/[._-]/g, ''))

/** Whether a local part in lower case names a function or the company, not a person. */
export function isDepartmentMailbox(local: string): boolean {
  const joined = local.replace(/[._-]/g, '')
  if (isMainMailbox(local) || FUNCTION_WORDS.has(local) || FUNCTION_WORDS.has(joined)) return true
  const words = local.split(/[._+-]/)
  return (
    FUNCTION_WORDS.has(getFirstWord(local)) ||
    MAIN_WORDS.has(getFirstWord(local)) ||
    // `berlin.sales`, `hessen-presse`
    (words.length > 1 && FUNCTION_WORDS.has(words.at(-1) ?? ''))
  )
}

/** Whether nobody reads the mailbox. */
export const isUnreadMailbox = (local: string): boolean => UNREAD_MAILBOX.test(local)
