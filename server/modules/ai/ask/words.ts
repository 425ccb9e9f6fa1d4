/** Words of searches in English, German, French, Spanish, Italian and Portuguese, as parts of regular expressions. */

const NUMBER = String.raw`(?:\d{1,3}(?:[.,  ]\d{3})+|\d+(?:[.,]\d+)?)(?!\d)(?:\s*(?:k|m|mio\.?|million(?:en)?|tausend|thousand|mil|mila)\b)?`
export const MAX =
  "(?:fewer than|less than|under|below|at most|up to|max(?:imum|\\.)?|no more than|weniger als|unter|höchstens|maximal|bis zu|moins de|au plus|jusqu['’]à|menos de|como máximo|meno di|al massimo|no máximo|<=?)"
const MIN =
  '(?:more than|over|above|of at least|at least|min(?:imum|\\.)?|mehr als|über|mindestens|ab|plus de|au moins|más de|al menos|più di|almeno|mais de|pelo menos|>=?)'
const BETWEEN = '(?:between|from|zwischen|von|entre|tra|de)'
const TO = '(?:-|–|to|and|bis|und|à|et|a|y|e)'

/** One number: group `n`. */
export const AMOUNT = `(?<n>${NUMBER})`
/** A minimum, a maximum or both, or a number alone, which is a minimum: groups `low` and `high`. */
export const RANGE = `(?:(?:${BETWEEN}\\s+)?(?<low>${NUMBER})\\s*${TO}\\s*(?<high>${NUMBER})|${MIN}\\s*(?<low>${NUMBER})|${MAX}\\s*(?<high>${NUMBER})|(?<low>${NUMBER})\\+?)`

/** `10k`, `10,000`, `10 000`, `2,5`; NaN without one. */
export function readAmount(text = ''): number {
  const [, digits = '', unit = ''] = /^([\d.,\s]*\d)\s*(.*)$/.exec(text) ?? []
  const isGrouped = /^\d{1,3}(?:[.,\s]\d{3})+$/.test(digits)
  const plain = isGrouped ? digits.replaceAll(/[.,\s]/g, '') : digits.replace(',', '.')
  const factor = unit === '' ? 1 : /^(?:k|t|mila?$)/i.test(unit) ? 1000 : 1_000_000
  return plain === '' ? Number.NaN : Number(plain) * factor
}

export const WITH =
  '(?:(?:(?:that|who|which|die|der|qui|que|che)\\s+)?(?:with|have|has|having|mit|haben|hat|avec|con|com)\\s+)'
const WITHOUT =
  "(?:(?:that|who|which|die|der)\\s+)?(?:without|with no|(?:do|does)(?:n['’]?t| not) have|have no|has no|no|ohne|kein(?:e|en|er)?|sans|sin|senza|sem)(?:\\s+any)?"
/** The field of a form that says what a lead has, and the words before it. */
export const HAVING = { has_not: `${WITHOUT}\\s+`, has: WITH }

/** What a lead may have, by form value; the rest are names. */
const ASSET_WORDS: Record<string, string> = {
  website:
    'web ?sites?|homepages?|webseiten?|internetseiten?|sites?(?: (?:web|internet))?|(?:sitio|página) web|sito(?: web)?',
  phone:
    '(?:tele)?phones?(?: numbers?)?|telefon(?:nummern?)?|handynummern?|(?:numéro de )?téléphone|teléfonos?|telefon[oe]',
  email: 'e-?mails?(?:[ -]?addresse?s?|[ -]?adressen?)?|adresses? e-?mails?|correos?(?: electrónicos?)?',
  x: 'twitter|x',
}
const assetWords = (value: string): string => ASSET_WORDS[value] ?? value

/** Phrases for some of `values`, such as `a website and a phone number`: group `assets`. */
export function makeAssetPattern(values: readonly string[]): string {
  const asset = `(?:(?:an?|the|their|own|eine?[mnrs]?|eigene?[mnrs]?|une?|una|uno|uma?)\\s+)*(?:${values.map(assetWords).join('|')})(?:\\s*-?(?:pages?|profiles?|accounts?|seiten?|profilen?))?`
  return `(?<assets>${asset}(?:\\s*(?:,|and|or|und|oder|&|et|ou|y|o|e)+\\s*${asset})*)`
}

export const isAssetIn = (value: string, text: string): boolean =>
  new RegExp(`(?<!\\p{L})(?:${assetWords(value)})(?!\\p{L})`, 'iu').test(text)

const ARTICLES = '(?:\\s+(?:the|der|den|dem|la|le|les|el|los|il|o|a|os|as))?'
/** Before places. */
export const IN_PLACE = `(?:located in|based in|in|from|across|aus|im|à|en|au|aux|a|em|no|na|nel|nella)${ARTICLES}`
export const NEAR_PLACE = `(?:in and around|near(?: to)?|close to|around|in der nähe von|nahe|rund um|bei|um|près de|autour de|cerca de|vicino a|perto de|⌖)${ARTICLES}`

const QUOTED = '["„“](?<quoted>[^"„“”]{2,100})["“”]'
export const NAMED = `(?:(?:called|named|namens|appelée?s?)\\s+)?${QUOTED}`
export const CLOSED =
  '(?:including|include|also|auch|inklusive|einschließlich)\\s+(?:closed|geschlossene[rn]?)(?:\\s+ones)?'
export const RADIUS = `(?:within|in a radius of|in(?:nerhalb)?(?: von)?|im umkreis von|dans un rayon de|à moins de|a menos de|nel raggio di|num raio de)?\\s*(?<radius>${AMOUNT}\\s*(?:km|kilom\\p{L}+|(?<miles>mi|miles?|meilen)))(?:\\s+(?:of|around|from|um|von|de|di))?`

const FIRM = '(?:company|firma|unternehmen|entreprise|empresa|azienda|domain|web ?site)'
export const AT = '(?:at|of|from|for|bei|von|für|chez|en|in|da|na|no)'
export const DOMAIN = '(?:https?://)?(?:[\\w.+-]+@)?(?<domain>(?:[a-z\\d-]+\\.)+[a-z]{2,})(?:/\\S*)?'
export const AT_DOMAIN = `${AT}\\s+${DOMAIN}`
export const TITLED = `(?:(?:with the )?(?:exact )?(?:title|titel)\\s+)?${QUOTED}`
const PER = `(?:per|for each|pro|je|par|por)\\s+${FIRM}`
export const PER_COMPANY = `(?:${MAX}\\s*)?${AMOUNT}\\s+(?<who>(?:\\p{L}+\\s+){0,3}?)${PER}`
export const STAFF = `(?:${AT}\\s+)?(?:(?:companies|firms|unternehmen|firmen)\\s+)?${WITH}?${RANGE}\\s*(?:employees|staff|mitarbeitern?|mitarbeitende[nr]?|beschäftigten?|salariés|empleados|dipendenti|funcionários)`
export const INDUSTRY =
  '(?:(?:in|from|aus)\\s+)?(?:(?:the|der)\\s+)?(?<industry>[\\p{L}-]+)(?:[ -](?:industry|sector|branche)|branche)'
export const C_LEVEL = 'c[- ]?(?:level|suite)(?:\\s+(?:executives?|managers?))?'
export const PAGES = `(?:${MAX}\\s*)?${AMOUNT}\\s*(?:pages?|seiten)(?:\\s+${PER})?`
export const EMAILS = `(?:${MAX}\\s*)?${AMOUNT}\\s*(?:e-?mails?|adressen)(?:\\s+${PER})?`
export const PUBLISHED =
  '(?:only|just|nur)\\s+(?:published|veröffentlichte[n]?)(?:\\s+(?:e-?mails?|adressen))?'
export const ANY_EMAILS = 'e-?mails?(?:[ -]?addresses|[ -]?adressen)?'

const PERCENT = '\\D{0,20}?(?<percent>\\d+(?:[.,]\\d+)?)\\s*(?:%|percent|prozent)'
export const GROWTH = `${WITH}?followers?[- ]?(?:growth|wachstum)${PERCENT}\\s*(?:in|over)\\s+(?<months>[1-6])\\s*(?:months?|monat\\p{L}*)`
export const ENGAGEMENT = `${WITH}?(?:an?\\s+)?engagement(?:[- ]?rate)?${PERCENT}`
export const CREDIBILITY = `${WITH}?(?:audience )?(?:credibility|glaubwürdigkeit)${PERCENT}`
export const POSTED = `(?:(?:who|that|die)\\s+)?(?:posted|active)?\\s*(?:(?:in|within|in den)\\s+)?(?:the\\s+)?(?:last|past|letzten)\\s+${AMOUNT}\\s*(?<unit>[dtwm])\\p{L}+(?:\\s+(?:gepostet|aktiv|posted|active))?`
export const FOLLOWERS = 'followers?n?|abonnenten|subscribers?|abonnés|seguidores|iscritti'
export const ON = '(?:(?:on|auf|sur|en|su|no)\\s+)'
export const INFLUENCER =
  '(?:influencer(?:s|n|innen)?|influenceu(?:rs?|ses?)|influenciador(?:es|as?)?|(?:content )?creators?|bloggers?n?|youtubers?|tiktokers?|instagrammers?)'
export const INFLUENCERS = `${INFLUENCER}\\s+(?:de|di)\\s+(?<topic>\\p{L}+)|(?<topic>[\\p{L}&]+(?: [\\p{L}&]+)??)[ -]*${INFLUENCER}|${INFLUENCER}`
export const ABOUT =
  '(?:about|zum thema)\\s+(?<topic>[\\p{L}& -]{2,60}?)(?=\\s*(?:$|[|.,;]|\\b(?:on|with|auf|mit|in)\\b))'

/** Words without meaning for a search. */
export const SMALL_WORDS: ReadonlySet<string> = new Set(
  `a an and any are at based be business businesses by can company companies contact contacts do find firm firms for
  from get give have i in is it leads list looking located me my need of on or our people persons place places please
  search show some that the their there they to us want we which who with working works all every list me as well
  but aber yet already i'm alle auch auf aus bei bitte das dem den der die diese ein eine einem einen einer eines es finde firma firmen für
  gib haben hat ich im in ist kontakte leute liste mich mir mit nach oder personen sind sitz suche suchen such
  unternehmen und uns unsere von vom wir zeig zeige zu zum zur möchte brauche brauchen hätte gerne welche sowie
  arbeiten arbeitet one ones results treffer located active account accounts
  à au aux avec chez dans des du entreprises et les le la qui sur trouve une con de del el en empresas los las que y
  che con di il nel nella aziende com da das do dos em na no os as e o un una`.split(/\s+/),
)
