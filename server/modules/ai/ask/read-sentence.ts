import type { FilledForm } from '#contract/ai/ask.ts'
import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { MAX, NUMBER, readAmount, SMALL_WORDS } from './phrases.ts'
import { guessType, readForm } from './read-forms.ts'
import { createSentence, type Sentence } from './sentence.ts'

const LEADS = '(?:leads|results|contacts|matches|entries|treffer|kontakte|ergebnisse|einträge)'
const NEW =
  "(?:that |which |who |die )?(?:i|we|ich|wir) (?:(?:don['’]?t|do not) (?:already )?have(?: yet)?|noch nicht haben?)|(?:(?:only|just|nur)\\s+)?(?:new|neue[nr]?)(?:\\s+(?:ones|leads|kontakte))?|skip (?:leads |what |the ones )?(?:i|we) (?:already )?have"

/** Number of wanted leads: stated as such, or the remaining number before a word. */
function takeLimit(sentence: Sentence): number | null {
  const first = `(?:first|top|die ersten|limit(?:ed)?(?: to)?)\\s*${NUMBER}(?:\\s+${LEADS})?`
  const atMost = `${MAX}\\s*${NUMBER}(?:\\s+${LEADS}|(?=\\s*(?:\\||$)))`
  // Any other number belongs to a condition that was not understood, such as "4 stars".
  const before = `(?<=^\\s*(?:(?:${[...SMALL_WORDS].join('|')})\\s+)*)${NUMBER}(?=\\s*\\|)`
  for (const pattern of [first, atMost, `${NUMBER}\\s+${LEADS}`, before]) {
    let number = 0
    sentence.take(pattern, ([digits = '', unit]) => {
      number = readAmount(digits, unit)
      return isLimit(number) ? ' | ' : ` | ${digits}${unit ?? ''} | `
    })
    if (isLimit(number)) return number
  }
  return null
}

const isLimit = (number: number) => Number.isInteger(number) && number >= 1 && number <= MAX_SEARCH_LIMIT

/** What is left out: no form has such a field, and what follows must not be read as if it were wanted. */
const NEGATED =
  '(?:(?:but|aber|und|and)\\s+)?(?:not|nicht|except(?:\\s+for)?|excluding|außer|außerhalb(?:\\s+von)?|outside(?:\\s+of)?|apart\\s+from|other\\s+than)\\s+(?!have|haben|already|yet)[^|,;]+?(?=\\s*(?:$|[|,;]|\\s(?:with|mit)\\s))'

/**
 * Reads a search from a sentence in English or German, using the vocabularies of business kinds, positions and
 * places and a small grammar of numbers and filters. Nothing is guessed: unknown words are returned as not
 * understood.
 */
export function readSentence(text: string, fixed?: ListTypeId): FilledForm {
  const sentence = createSentence(text)
  const type = fixed ?? guessType(sentence, text)
  sentence.leaveAll(NEGATED)
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
