import type { CompleteEvent, CompleteRequest, Model, WritingTask } from '../model-port.ts'

/** What a sentence of the template says and what it stands on: quotes of sources. */
interface Sentence {
  text: string
  citations: { source: string; quote: string }[]
}

const NO_USAGE = { prompt: 0, completion: 0 }
const LEAD = 'lead'
const LONGEST_QUOTE = 160
const SHORTEST_QUOTE = 30

/** Values of the lead, and the lines of its record that hold them. */
function recordOf({ lead, sources }: WritingTask) {
  const lines = sources.find(({ id }) => id === LEAD)?.text.split('\n') ?? []
  return {
    value: (...names: string[]): string =>
      names.map((name) => lead[name] ?? '').find((value) => value !== '') ?? '',
    cite: (...values: string[]) =>
      values.flatMap((value) => {
        const line = value && lines.find((one) => one.slice(one.indexOf(': ') + 2) === value)
        return line ? [{ source: LEAD, quote: line }] : []
      }),
  }
}
type Record = ReturnType<typeof recordOf>

/** Countries that an article stands before, by how their names begin or end. */
const THE =
  /^(?:United|Netherlands|Philippines|Bahamas|Gambia|Maldives|Seychelles|Comoros)\b|\b(?:Republic|Islands|Territories)$/
const withArticle = (place: string) => (THE.test(place) ? `the ${place}` : place)
const placeOf = ({ value }: Record) => value('city', 'region', 'country')
/** "in Leeds" or "in the United States", or nothing. */
const inPlace = (record: Record) => placeOf(record) && ` in ${withArticle(placeOf(record))}`
const nameOf = ({ value }: Record) => value('company', 'name')
const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
/** 653793 as 653,793. */
const grouped = (number: string) => number.replace(/\B(?=(\d{3})+$)/g, ',')
const short = (words: string) => (words.length > LONGEST_QUOTE ? '' : words)

/** The first sentence that the lead's own website says and that is worth repeating. */
function saidByWebsite({ sources }: WritingTask): { said: string; source: string } | null {
  for (const { id, kind, text } of sources) {
    if (kind !== 'page') continue
    const said = text
      .split(/(?<=[.!?])\s+|\n+/u)
      .map((one) => one.trim())
      .find((one) => one.length >= SHORTEST_QUOTE && one.length <= LONGEST_QUOTE && one.includes(' '))
    if (said) return { said, source: id }
  }
  return null
}

/** Who or what the lead is, from its fields alone. */
function introduction(record: Record): Sentence | null {
  const { value, cite } = record
  const [name, position, company, category] = [
    value('name'),
    value('position'),
    value('company'),
    value('category', 'industry'),
  ]
  if (name && position && company)
    return { text: `${name} is ${position} at ${company}.`, citations: cite(name, position, company) }
  const network = value('network', 'platform')
  const followers = value('followers')
  if (name && followers)
    return {
      text: `${name} has ${grouped(followers)} followers${network ? ` on ${network}` : ''}.`,
      citations: cite(name, followers, network),
    }
  const subject = nameOf(record)
  if (!subject) return null
  const place = placeOf(record)
  if (category)
    return {
      text: `${subject} is listed under “${category}”${inPlace(record)}.`,
      citations: cite(subject, category, place),
    }
  return place ? { text: `${subject} is${inPlace(record)}.`, citations: cite(subject, place) } : null
}

const quoted = (task: WritingTask, before: string): Sentence[] => {
  const found = saidByWebsite(task)
  return found
    ? [{ text: `${before} “${found.said}”`, citations: [{ source: found.source, quote: found.said }] }]
    : []
}

function openingLine(task: WritingTask, record: Record): Sentence[] {
  const onSite = quoted(task, 'I read on your website:')
  if (onSite.length > 0) return onSite
  const subject = nameOf(record)
  if (!subject) return []
  const [position, place] = [record.value('position'), placeOf(record)]
  return position
    ? [
        {
          text: `I came across your work as ${position} at ${subject}.`,
          citations: record.cite(position, subject),
        },
      ]
    : [
        {
          text: `I came across ${subject}${inPlace(record)}.`,
          citations: record.cite(subject, place),
        },
      ]
}

/** What the sender offers, in the sender's own words. */
function offerOf({ business, sources }: WritingTask): Sentence[] {
  const source = sources.find(({ kind }) => kind === 'business')
  const offer = short(business.offer.split('\n')[0] ?? '')
  return source && offer
    ? [{ text: `We offer: ${offer}`, citations: [{ source: source.id, quote: offer }] }]
    : []
}

/** A sentence about the trade of the lead and its place. */
function aboutTrade(record: Record, words: (trade: string, place: string) => string): Sentence[] {
  const trade = record.value('category', 'industry')
  if (!trade) return []
  return [{ text: words(trade, inPlace(record)), citations: record.cite(trade, placeOf(record)) }]
}

const WRITERS: { [promptType: string]: (task: WritingTask, record: Record) => Sentence[] } = {
  summary: (task, record) => [
    ...[introduction(record)].filter((one) => one !== null),
    ...quoted(task, 'The website says:'),
  ],
  first_line: openingLine,
  subject: (_task, record) => {
    const subject = nameOf(record)
    return subject ? [{ text: `A question for ${subject}`, citations: record.cite(subject) }] : []
  },
  direct: (task, record) => {
    const line = openingLine(task, record)
    if (line.length === 0) return []
    const ask: Sentence = { text: 'Would you be open to a short call?', citations: [] }
    return [...line, ...offerOf(task), ask]
  },
  similar: (_task, record) =>
    aboutTrade(record, (trade, place) => `Similar businesses are others listed under “${trade}”${place}.`),
  competitor: (_task, record) =>
    aboutTrade(record, (trade, place) => `Competitors are likely others listed under “${trade}”${place}.`),
  supplier: (_task, record) =>
    aboutTrade(record, (trade, place) => `Suppliers are likely those who serve “${trade}”${lower(place)}.`),
}

function write(task: WritingTask): string {
  const record = recordOf(task)
  const sentences = (WRITERS[task.promptType] ?? WRITERS.summary)?.(task, record) ?? []
  return JSON.stringify(sentences.length > 0 ? { sentences } : { no_signal: true })
}

/**
 * Writes from the lead's fields and cited facts, with no model at all: what every account has without a key. It takes
 * no account of the words of a prompt, only of its type, and uses no tokens.
 */
export function createTemplateModel(): Model {
  return {
    provider: 'template',
    name: 'template',
    async *complete({ task }: CompleteRequest): AsyncGenerator<CompleteEvent> {
      yield { kind: 'text', text: write(task) }
      yield { kind: 'end', reason: 'stop', usage: NO_USAGE }
    },
    embeddingModel: null,
    embed: async () => ({ vectors: [], usage: NO_USAGE }),
    list: async () => ['template'],
    test: async () => {},
  }
}
