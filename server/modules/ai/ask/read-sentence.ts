import type { FilledForm } from '#contract/ai/ask.ts'
import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { MAX, NUMBER, readAmount } from './phrases.ts'
import { guessType, readForm } from './read-forms.ts'
import { createSentence, type Sentence } from './sentence.ts'

const LEADS = '(?:leads|results|contacts|matches|entries|treffer|kontakte|ergebnisse|einträge)'
const NEW =
  "(?:that |which |who |die )?(?:i|we|ich|wir) (?:(?:don['’]?t|do not) (?:already )?have(?: yet)?|noch nicht haben?)|(?:(?:only|just|nur)\\s+)?(?:new|neue[nr]?)(?:\\s+(?:ones|leads|kontakte))?|skip (?:leads |what |the ones )?(?:i|we) (?:already )?have"

/** Number of wanted leads: stated as such, or the remaining number before a word. */
function takeLimit(sentence: Sentence): number | null {
  const sourceText =
    sentence.take(`(?:first|top|die ersten|limit(?:ed)?(?: to)?|${MAX})\\s*${NUMBER}(?:\\s+${LEADS})?`) ??
    sentence.take(`${NUMBER}\\s+${LEADS}`)
  const limit = sourceText ?? sentence.take(`${NUMBER}(?=\\s+\\p{L}|\\s*\\|)`)
  if (!limit) return null
  const number = readAmount(limit[0] ?? '', limit[1])
  return Number.isInteger(number) && number >= 1 && number <= MAX_SEARCH_LIMIT ? number : null
}

/**
 * Reads a search from a sentence in English or German, using the vocabularies of business kinds, positions and
 * places and a small grammar of numbers and filters. Nothing is guessed: unknown words are returned as not
 * understood.
 */
export function readSentence(text: string, fixed?: ListTypeId): FilledForm {
  const sentence = createSentence(text)
  const type = fixed ?? guessType(sentence, text)
  const early = sentence.take(`(?:first|top|die ersten)\\s+${NUMBER}`, ' ')
  const isSample =
    sentence.take('(?:from |with |using |aus |mit )?(?:sample data|beispieldaten|demo data|demodaten)') !==
    null
  const search = readForm(type, sentence)
  if (isSample) search.source = 'sample'
  let onlyNew = false
  while (sentence.take(NEW)) onlyNew = true
  const limit = early ? readAmount(early[0] ?? '', early[1]) : takeLimit(sentence)
  const known = new Set(LIST_TYPES[type].searchForm.map(({ name }) => name))
  return {
    type,
    search: Object.fromEntries(Object.entries(search).filter(([name]) => known.has(name))),
    limit,
    only_new: onlyNew,
    not_understood: sentence.rest(),
    by: 'grammar',
  }
}
