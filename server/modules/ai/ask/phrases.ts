/** Parts of regular expressions, English and German, all case-insensitive. */
export const NUMBER = String.raw`(\d[\d.,]*\d|\d)\s*(k|m|mio\.?|million(?:en)?|tausend|thousand)?\b`
const MIN_WORDS =
  'more than|over|above|at least|min(?:imum|\\.)?|from|of at least|mehr als|über|mindestens|ab|>=?'
const MAX_WORDS =
  'fewer than|less than|under|below|at most|up to|max(?:imum|\\.)?|no more than|weniger als|unter|höchstens|maximal|bis zu|<=?'
export const MIN = `(?:${MIN_WORDS})`
export const MAX = `(?:${MAX_WORDS})`
const TO = '(?:-|–|to|and|bis|und)'
/**
 * Six groups: number and unit of minimum and maximum, of minimum, and of maximum; a plain number is in the
 * seventh and eighth.
 */
export const RANGE = `(?:(?:between|from|zwischen|von)?\\s*${NUMBER}\\s*${TO}\\s*${NUMBER}|${MIN}\\s*${NUMBER}|${MAX}\\s*${NUMBER}|${NUMBER}\\+?)`

const UNITS: Record<string, number> = { k: 1000, t: 1000, m: 1_000_000 }

/** `10k`, `10,000`, `10.000`, `2,5`. */
export function readAmount(digits: string, unit: string | undefined): number {
  const plain = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits)
    ? digits.replaceAll(/[.,]/g, '')
    : digits.replace(',', '.')
  return Number(plain) * (unit ? (UNITS[unit[0]!.toLowerCase()] ?? 1) : 1)
}

/** Minimum and maximum of a RANGE match, from its groups. */
export function readRange(groups: readonly (string | undefined)[]): { min?: number; max?: number } {
  const [a, aUnit, b, bUnit, min, minUnit, max, maxUnit, plain, plainUnit] = groups
  if (a && b) {
    const limit = readAmount(b, bUnit)
    // "10 to 50k" means ten thousand to fifty thousand.
    const minimum = readAmount(a, aUnit ?? (readAmount(a, undefined) < 1000 ? bUnit : undefined))
    return { min: minimum, max: limit }
  }
  if (min) return { min: readAmount(min, minUnit) }
  if (max) return { max: readAmount(max, maxUnit) }
  return plain ? { min: readAmount(plain, plainUnit) } : {}
}

/** Phrases for a lead's features, by form value. */
const ASSET_WORDS: Record<string, string> = {
  website: 'web ?sites?|homepages?|webseiten?|internetseiten?|internetauftritt',
  phone: 'phones?(?: numbers?)?|telephones?(?: numbers?)?|telefon(?:nummern?)?|rufnummern?|handynummern?',
  email: 'e-?mails?(?:[ -]?addresse?s?|[ -]?adressen?)?|mailadressen?',
  linkedin: 'linkedin',
  facebook: 'facebook',
  instagram: 'instagram',
  x: 'twitter|x',
  youtube: 'youtube',
  tiktok: 'tiktok',
}
const ARTICLE = '(?:an?|the|their|own|eine?[mnrs]?|eigene?[mnrs]?|der|die|das)'
const AFTER =
  '(?:\\s*-?(?:pages?|profiles?|accounts?|channels?|seiten?|profilen?|kan[aä]le?n?|konto|konten))?'
const ASSET = `(?:${ARTICLE}\\s+)*(?:${Object.values(ASSET_WORDS).join('|')})${AFTER}`
export const ASSETS = `(${ASSET}(?:\\s*(?:,|and|or|und|oder|&|sowie|nor|noch)+\\s*${ASSET})*)\\b`

/** Form values named in a text about features. */
export const assetsIn = (text: string): string[] =>
  Object.entries(ASSET_WORDS).flatMap(([value, words]) =>
    new RegExp(`\\b(?:${words})\\b`, 'iu').test(text) ? [value] : [],
  )

export const WITH = '(?:(?:that|who|which|die|der)\\s+)?(?:must\\s+)?(?:with|have|has|having|mit|haben|hat)'
export const WITHOUT =
  "(?:(?:that|who|which|die|der)\\s+)?(?:without|with no|with neither|(?:do|does)(?:n['’]?t| not) have|have no|has no|lacking|missing|no|ohne|kein(?:e|en|er)?)(?:\\s+any)?"

export const PLATFORM_WORDS: Record<string, string> = {
  instagram: 'instagram(?:mers?)?|insta',
  tiktok: 'tik ?tok(?:er|ers)?',
  youtube: 'you ?tube(?:r|rs|rn)?',
  bluesky: 'bluesky',
}
export const INFLUENCER =
  '(?:influencer(?:s|n|innen)?|(?:content )?creators?|bloggers?n?|youtubers?|tiktokers?|instagrammers?)'

/** Names of ranges in the influencer form. */
export const RANGE_WORDS: Record<string, string> = {
  followers: 'followers?n?|abonnenten|subscribers?|fans',
  engagements: 'engagements',
  reelsPlays: 'reels?[ -]plays|reel-aufrufe',
  saves: 'saves',
  shares: 'shares',
  views: 'views|aufrufen?',
}

/** Prepositions of places; the second group means the surroundings. */
export const IN_PLACE =
  '(?:in and around|located in|based in|in|from|across|aus|im)(?:\\s+(?:the|der|den|dem))?'
export const NEAR_PLACE =
  '(?:in the area of|in and around|near(?: to)?|close to|around|in der nähe von|in der umgebung von|in und um|nahe|rund um|bei|um|⌖)(?:\\s+(?:the|der|den|dem))?'

/** Words without meaning for a search. */
export const SMALL_WORDS: ReadonlySet<string> = new Set(
  `a an and any are at based be business businesses by can company companies contact contacts do find firm firms for
  from get give have i in is it leads list looking located me my need of on or our people persons place places please
  search show some that the their there they to us want we which who with working works all every list me as well
  but aber yet already i'm alle auch auf aus bei bitte das dem den der die diese ein eine einem einen einer eines es finde firma firmen für
  gib haben hat ich im in ist kontakte leute liste mich mir mit nach oder personen sind sitz suche suchen such
  unternehmen und uns unsere von vom wir zeig zeige zu zum zur möchte brauche brauchen hätte gerne welche sowie
  arbeiten arbeitet one ones results treffer located active account accounts`
    .split(/\s+/)
    .filter(Boolean),
)
