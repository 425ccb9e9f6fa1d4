import { onFirstUse } from '#server/platform/first-use.ts'
import { foldText } from '#server/platform/text/fold-text.ts'

/** Half a megabyte of characters. */
const anyAscii = onFirstUse<typeof import('any-ascii')>('any-ascii')

const BEYOND_ASCII = /[^\0-\x7f]/
const wordSet = (text: string): Set<string> => new Set(text.split(' '))

/** Legal forms, titles and articles: they do not identify a business. */
const EMPTY_WORDS = wordSet(
  'gmbh mbh ag kg ohg gbr ug ev eg inc incorporated llc llp ltd limited plc corp corporation co company pty pllc pte pvt ltda lda sarl sas sa srl spa snc sl slu sociedad bv nv sp asd ges gesmbh oy ab as aps kft doo sro ooo oao zao the der die das el la le les los las il lo de du des von van und and et y e of at am im dr med dent prof mag',
)
/** Generic words in business names, in common languages and transliterated. */
const KIND_WORDS = wordSet(
  'restaurant restaurante ristorante restoran cafe caffe kafe coffee shop store bar pub hotel hostel motel pension pizzeria pizza bistro bistrot brasserie trattoria osteria bakery backerei boulangerie panaderia pharmacy apotheke pharmacie farmacia praxis zahnarztpraxis salon friseur kiosk markt market supermarket supermarkt club studio zentrum center centre office filiale branch',
)
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const SUFFIXES = ['st', 'nd', 'rd']
const STREET_WORDS: Record<string, string> = {
  ...Object.fromEntries(ORDINALS.map((word, at) => [word, `${at + 1}${SUFFIXES[at] ?? 'th'}`])),
  strasse: 'str',
  street: 'st',
  avenue: 'ave',
  av: 'ave',
  avenida: 'ave',
  road: 'rd',
  boulevard: 'blvd',
  blv: 'blvd',
  drive: 'dr',
  lane: 'ln',
  place: 'pl',
  platz: 'pl',
  square: 'sq',
  highway: 'hwy',
  parkway: 'pkwy',
  court: 'ct',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  northwest: 'nw',
  northeast: 'ne',
  southwest: 'sw',
  southeast: 'se',
  suite: 'ste',
  saint: 'st',
  calle: 'c',
  rua: 'r',
  ulitsa: 'ul',
  ulica: 'ul',
}

function latinWords(text: string): string[] {
  const folded = foldText(text)
  const latin = BEYOND_ASCII.test(folded) ? foldText(anyAscii().default(folded)) : folded
  return latin.split(' ').filter(Boolean)
}

/** Consecutive single letters are an abbreviation: "B.V." is "bv". */
function joinInitials(all: readonly string[]): string[] {
  return all
    .join(' ')
    .replace(/\b[a-z](?: [a-z]\b)+/g, (letters) => letters.replaceAll(' ', ''))
    .split(' ')
}

/**
 * A name for finding duplicates: Latin letters, without legal form, article and, where something else is left,
 * the generic word. `"Café Müller GmbH"` becomes `"muller"`. Null when nothing is left.
 */
export function nameKey(name: string): string | null {
  const all = joinInitials(latinWords(name))
  const telling = all.filter((word) => !EMPTY_WORDS.has(word))
  const own = telling.filter((word) => !KIND_WORDS.has(word))
  const chosen = own.length > 0 ? own : telling.length > 0 ? telling : all
  return chosen.join(' ').slice(0, 100) || null
}

/** A normalized street with its number: `"5 Main Street"` and `"Main St. 5"` are equal. Null when nothing is left. */
export function streetKey(street: string): string | null {
  const all = latinWords(street).map((word) => STREET_WORDS[word] ?? word.replace(/strasse$/, 'str'))
  const isNumber = (word: string) => /^\d/.test(word)
  const ordered = [...all.filter(isNumber), ...all.filter((word) => !isNumber(word))]
  return ordered.join(' ').slice(0, 100) || null
}

const CITY_WORDS = wordSet('city town ville stadt ciudad cidade citta')

/**
 * A normalized city: `"Saint-Étienne"` and `"ST ETIENNE"`, `"New York City, NY"` and `"new york"`, `"Zürich"`
 * and `"Zuerich"` are equal. Null when nothing is left.
 */
export function cityKey(city: string): string | null {
  const all = latinWords(city.split(',')[0] as string).map((word) =>
    /^(?:saint|sainte|sankt)$/.test(word) ? 'st' : word.replace(/([aou])e/g, '$1'),
  )
  const own = all.filter((word) => !CITY_WORDS.has(word))
  return (own.length > 0 ? own : all).join(' ') || null
}
