import type { FilledForm } from '#contract/ai/ask.ts'
import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { readForm } from './read-forms.ts'
import { Sentence } from './sentence.ts'
import { AMOUNT, FOLLOWERS, INFLUENCER, MAX, readAmount, SMALL_WORDS } from './words.ts'

const LEADS = '(?:leads|results|contacts|treffer|kontakte|ergebnisse)'
const NEW =
  "(?:that |which )?(?:i|we) (?:don['’]?t|do not) (?:already )?have(?: yet)?|(?:(?:only|just|nur)\\s+)?(?:new|neue[nr]?)(?:\\s+(?:ones|leads|kontakte))?"
/** How a sentence states a number of leads. Any other number belongs to a condition that was not understood. */
const LIMITS = [
  `(?:first|top|die ersten)\\s*${AMOUNT}(?:\\s+${LEADS})?`,
  `${MAX}\\s*${AMOUNT}(?:\\s+${LEADS}|(?=\\s*(?:\\||$)))`,
  `${AMOUNT}\\s+${LEADS}`,
  `(?<=^\\s*(?:(?:${[...SMALL_WORDS].join('|')})\\s+)*)${AMOUNT}(?=\\s*\\|)`,
]

function takeLimit(sentence: Sentence): number | null {
  for (const pattern of LIMITS) {
    let limit = Number.NaN
    sentence.take(pattern, ({ n }) => {
      limit = readAmount(n)
      return isLimit(limit) ? ' | ' : ` | ${n} | `
    })
    if (isLimit(limit)) return limit
  }
  return null
}

const isLimit = (number: number) => Number.isInteger(number) && number >= 1 && number <= MAX_SEARCH_LIMIT

/** What is left out: no form has such a field, and what follows must not be read as if it were wanted. */
const NEGATED =
  '(?<not>(?:(?:but|aber|und|and|mais|pero|ma|mas)\\s+)?(?:not|nicht|except(?:\\s+for)?|excluding|außer(?:halb(?:\\s+von)?)?|outside(?:\\s+of)?|apart\\s+from|other\\s+than|pas|sauf|excepto|tranne|exceto)\\s+(?!have|haben|already|yet)[^|,;]+?)(?=\\s*(?:$|[|,;]|\\s(?:with|mit|avec|con|com)\\s))'

const INFLUENCERS = new RegExp(`(?<!\\p{L})(?:\\p{L}*[ -]?${INFLUENCER}|${FOLLOWERS})(?!\\p{L})`, 'iu')
const OF_PEOPLE = ['position', 'department', 'seniority', 'company', 'company_domain']

/**
 * Reads a search from a sentence, using the vocabularies of business kinds, positions and places and a small grammar
 * of numbers and filters, as the first list type of which it understands the most. Nothing is guessed: unknown words
 * are returned as not understood.
 */
export function readSentence(text: string, fixed?: ListTypeId): FilledForm {
  if (fixed ?? INFLUENCERS.test(text)) return readAs(fixed ?? 'influencer', text)
  const people = readAs('people', text)
  const isOfPeople = OF_PEOPLE.some((name) => name in people.search)
  const forms = [readAs('local', text), ...(isOfPeople ? [people] : []), readAs('single', text)]
  return forms.reduce((best, form) => (form.not_understood.length < best.not_understood.length ? form : best))
}

function readAs(type: ListTypeId, text: string): FilledForm {
  const sentence = new Sentence(text)
  for (let hit = sentence.take(NEGATED); hit; hit = sentence.take(NEGATED)) sentence.leave(hit.not ?? '')
  const isSample = sentence.take('(?:from |with |using |aus |mit )?(?:sample data|beispieldaten)') !== null
  const search = { ...readForm(type, sentence), ...(isSample && { source: 'sample' }) }
  let onlyNew = false
  while (sentence.take(NEW)) onlyNew = true
  const known = new Set(LIST_TYPES[type].searchForm.map(({ name }) => name))
  const isFilled = ([name, value]: [string, unknown]) =>
    known.has(name) && value != null && (!Array.isArray(value) || value.length > 0)
  return {
    type,
    search: Object.fromEntries(Object.entries(search).filter(isFilled)),
    limit: takeLimit(sentence),
    only_new: onlyNew,
    not_understood: sentence.rest(),
    by: 'grammar',
  }
}
