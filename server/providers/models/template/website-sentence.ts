import { guessLanguage } from '#server/platform/text/guess-language.ts'
import type { CitableSource } from '../model-port.ts'

const LONGEST = 160
const MIN_LENGTH = 30
const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\\.?'

/** Generic or short-lived sentences that many websites have. */
const GENERIC: readonly RegExp[] = [
  // Placeholders and unfinished pages
  /lorem ipsum|dolor sit amet|just another|sample (?:page|text)|placeholder|(?:text|content|headline|name|company) here|add your|edit this|coming soon|under construction|launching soon/i,
  // Text about the page itself
  /cookies?|javascript|browser|privacy|copyright|©|all rights|terms (?:of|and)|newsletter|log ?in|sign (?:in|up)|captcha|page not found|click|subscribe/i,
  // Postal addresses, phone numbers and email addresses
  /@|\+?\d[\d ()/-]{7,}\d|\bp\.? ?o\.? box\b|\b\d{1,5}[a-z]?,? (?:[\p{L}.']+ ){1,3}(?:street|st|road|rd|avenue|ave|lane|drive|square|way|boulevard|blvd)\b|\p{L}(?:straße|strasse|str\.) ?\d|\b(?:rue|calle|via|avenida) .*\d|\b\d{5}(?:-\d{4})?\b|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/iu,
  // Days and opening hours
  new RegExp(
    `\\b\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}\\b|\\b${MONTH} \\d|\\b\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of )?${MONTH}\\b|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\\b\\d{1,2}(?:[:.]\\d\\d)? ?[ap]\\.?m\\b|\\b\\d{1,2}:\\d\\d\\b`,
    'i',
  ),
]

const isAbout = (sentence: string, name: string): boolean =>
  /\b(?:we|our)\b/i.test(sentence) || (name !== '' && sentence.toLowerCase().includes(name.toLowerCase()))

/** The first English sentence in which the lead's website says something about its owner. */
export function websiteSentence(
  sources: readonly CitableSource[],
  name: string,
): { quote: string; source: string } | null {
  for (const { id, kind, text } of sources) {
    if (kind !== 'page' || guessLanguage(text) !== 'en') continue
    const quote = text
      .split(/(?<=[.!?])\s+|\n+/u)
      .map((part) => part.trim())
      .find(
        (text) =>
          text.length >= MIN_LENGTH &&
          text.length <= LONGEST &&
          /^\p{Lu}.*\.$/u.test(text) &&
          isAbout(text, name) &&
          (guessLanguage(text) ?? 'en') === 'en' &&
          !GENERIC.some((pattern) => pattern.test(text)),
      )
    if (quote) return { quote, source: id }
  }
  return null
}
