import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import { decodeUri } from '../decode-uri.ts'
import { LINK_WORDS, type LinkKind } from '../link-words.ts'

/** What a page of a company's website is for. */
export type PageKind = 'home' | 'contact' | 'legal' | 'about' | 'article' | 'other'

/** Parts of addresses and titles, folded, from the beginning of a word. */
const KIND_WORDS: readonly [PageKind, RegExp][] = [
  [
    'article',
    /(?:^| )(?:blog|news|press|presse|aktuelles|neuigkeiten|actualites|noticias|notizie|events?|veranstaltung\w*|termine|jobs?|karriere|careers?|stellen\w*|tags?|category|archive|author|posts?|articles?|magazin\w*|story|stories|referenzen|projects?|products?|shop|partners?|links|mitglieder|members|sponsors?|20\d\d)(?: |$)/,
  ],
  [
    'contact',
    /(?:^| )(?:contact\w*|kontakt\w*|contatt\w*|contatti|contato|kapcsolat\w*|yhteystiedot|ota yhteytta|iletisim|epikoinonia|kontak\w*|anfahrt|find us|visit us|reach us|get in touch|location|locations|standorte?|filialen|offices|lien he|hubungi\w*|контакт\w*|επικοινωνια|お問い合わせ|联系\w*|聯絡\w*|문의|연락처|اتصل\w*|צור קשר)(?: |$)/,
  ],
  [
    'legal',
    /(?:^| )(?:imprint|impressum|legal|legal notice|mentions legales|mentions|aviso legal|note legali|colofon|datenschutz\w*|privacy|confidentialite|privacidad|terms|agb|cgv|disclaimer|rechtliches|anbieterkennzeichnung|company information|特定商取引\w*)(?: |$)/,
  ],
  [
    'about',
    /(?:^| )(?:about|about us|ueber uns|uber uns|wir uber uns|team|unternehmen|company|firma|who we are|a propos|qui sommes nous|equipe|sobre|nosotros|quienes somos|chi siamo|o nas|o nama|om oss|om os|over ons|tietoa meista|hakkimizda|staff|people|praxis|kanzlei|profil)(?: |$)/,
  ],
]

const MAX_TITLE = 60

/** The words of links that lead there, in all languages, are the words of such pages, too. */
const LINK_PATTERNS: readonly [PageKind, RegExp][] = [
  ['contact', buildLinkPattern('contact')],
  ['legal', buildLinkPattern('imprint')],
  ['legal', buildLinkPattern('legal')],
]

function buildLinkPattern(kind: LinkKind): RegExp {
  return new RegExp(`(?:^| )(?:${Object.values(LINK_WORDS[kind]).join('|')})(?: |$)`)
}

/** The kind of a page, by its path first and then by its title. */
export function classifyPage(url: string, title: string): PageKind {
  return classifyUrlAndTitle(`${url}\n${title.slice(0, MAX_TITLE)}`)
}

/** Several readers of a page ask for its kind. */
const classifyUrlAndTitle = memoize((urlAndTitle): PageKind => {
  const end = urlAndTitle.indexOf('\n')
  const title = urlAndTitle.slice(end + 1)
  const path = URL.parse(urlAndTitle.slice(0, end))?.pathname ?? '/'
  if (/^\/(?:index\.\w{2,5}|home\/?|[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i.test(path)) return 'home'
  return classifyWords(foldText(decodeUri(path))) ?? classifyWords(foldText(title)) ?? 'other'
})

function classifyWords(words: string): PageKind | null {
  for (const [kind, pattern] of [...KIND_WORDS, ...LINK_PATTERNS]) if (pattern.test(words)) return kind
  return null
}
