import { getDomainLabel } from '../registrable-domain.ts'

/** Local parts that stand for "your address here" in every domain, compared without dots, dashes and digits at the end. */
const PLACEHOLDER_LOCALS: ReadonlySet<string> = new Set(
  `you your yourname yourmail youremail yourusername youraddress yourid yourself user username usuario utilisateur utente
  johndoe janedoe jdoe johnsmith janesmith doe joebloggs maxmustermann maxmuster erikamustermann mustermann musterfrau
  maxmusterfrau petermuster hansmuster muster mariomario mariorossi jeandupont janedupont juanperez
  jannowak jankowalski jannovak ivanivanov janjansen someone somebody somename anyone anybody nobody noone
  firstname lastname firstnamelastname firstlast first last namesurname surname fullname vorname nachname vornamename
  vornamenachname nomprenom prenomnom prenom nombreapellido nomecognome nomesobrenome voornaamachternaam voornaam
  fornavnetternavn imienazwisko jmenoprijmeni
  ihrname ihremail ihremailadresse ihre deinname deinemail deineemail deine tuemail tucorreo tunombre votreemail votrenom
  votreadresse seuemail seunome tuaemail jouwemail uwemail uwnaam twojemail vasemail vasmail dinemail dinmail
  example exampleemail exampleuser beispiel ejemplo exemple esempio exemplo voorbeeld sample sampleemail dummy
  test tester testuser testing testmail testemail foo foobar bar baz abc xyz xxx xxxx xxxxx aaa asdf qwerty
  placeholder lorem loremipsum ipsum blah emailaddress mailaddress myemail mymail myname mynameis adresse
  recipient sender mailbox localpart address addressee nospam spamtrap honeypot trap spam`.split(/\s+/),
)

/** Only a placeholder where the domain is somebody else's: small firms do use `email@` and `name@` of their own. */
const WEAK_LOCALS: ReadonlySet<string> = new Set(
  'email emails mail name me demo nombre nome nom naam namn navn correo courriel imie mailadresse emailadresse'.split(
    /\s+/,
  ),
)

/** Second-level names of domains that stand for "your domain", under any suffix. */
const PLACEHOLDER_DOMAINS: ReadonlySet<string> = new Set(
  `example examples beispiel beispieldomain ejemplo exemple esempio exemplo voorbeeld eksempel esimerkki przyklad priklad sample
  yourdomain your-domain yourdomainname yoursite your-site yourwebsite your-website yourcompany your-company yourbusiness
  yourorganization yourorganisation yourname yourstore yourshop youremail yourmail mydomain my-domain mysite mywebsite mycompany mystore
  domain domainname domaine dominio domein ihredomain ihre-domain deinedomain deine-domain ihrefirma deinefirma musterfirma
  muster-firma musterdomain muster mustermann musterseite votredomaine votresite votre-domaine tudominio tuempresa
  seudominio suaempresa tuodominio tuosito jouwdomein uwdomein twojadomena vasedomena dinndomene companyname company-name
  company companydomain websitename sitename somedomain somewhere someone anydomain
  foobar lorem ipsum loremipsum placeholder dummy johndoe doe demolink demosite demomail testmail domain-name doe-mail email`.split(
    /\s+/,
  ),
)

/** Whole domains that page builders and themes fill in. */
const TEMPLATE_DOMAINS: ReadonlySet<string> = new Set([
  'godaddy.com',
  'mysite.com',
  'website.com',
  'site.com',
  'test.com',
  'test.de',
  'abc.com',
  'xyz.com',
  'host.com',
  'provider.com',
  'server.com',
  'address.com',
  'business.com',
  'firma.de',
  'unternehmen.de',
  'empresa.com',
  'entreprise.fr',
  'azienda.it',
  'bedrijf.nl',
  'foo.com',
  'bar.com',
  'foo.bar',
  'mail.tld',
  'domain.tld',
])

/** What separates words of a local part; a placeholder may be numbered. */
const stripNumbering = (local: string): string => local.replace(/[._+-]/g, '').replace(/\d{1,4}$/, '')

/**
 * Whether an address only shows what an address looks like.
 * @param local lower case
 * @param own the domain is the website's own: then only names that nobody has count
 */
export function isPlaceholder(local: string, domain: string, own: boolean): boolean {
  const name = stripNumbering(local)
  if (PLACEHOLDER_LOCALS.has(name)) return true
  if (own) return false
  return WEAK_LOCALS.has(name) && !isFreeWord(domain)
    ? true
    : PLACEHOLDER_DOMAINS.has(getDomainLabel(domain)) || TEMPLATE_DOMAINS.has(domain)
}

/** `mail@` and `me@` of an iCloud or Proton account are somebody's; kept short since few such names were ever given out. */
const isFreeWord = (domain: string): boolean => /^(?:me|mac|icloud|pm|proton)\.(?:com|me)$/.test(domain)
