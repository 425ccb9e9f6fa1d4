import { SOCIAL_LABELS } from '#contract/leads/place-fields.ts'
import type { CompleteEvent, CompleteRequest, Model, WritingTask } from '../model-port.ts'
import { websiteSentence } from './website-sentence.ts'

/** A sentence with the quotes that support it. */
interface Sentence {
  text: string
  citations: { source: string; quote: string }[]
}

const NO_USAGE = { prompt: 0, completion: 0 }
const LEAD = 'lead'

/** Values of the lead, and the lines of its record with them. */
function readRecord({ lead, sources }: WritingTask) {
  const lines = sources.find(({ id }) => id === LEAD)?.text.split('\n') ?? []
  return {
    value: (...names: string[]): string =>
      names.map((name) => lead[name] ?? '').find((value) => value !== '') ?? '',
    cite: (...values: string[]) =>
      values.flatMap((value) => {
        const line = value && lines.find((line) => line.slice(line.indexOf(': ') + 2) === value)
        return line ? [{ source: LEAD, quote: line }] : []
      }),
  }
}
type Record = ReturnType<typeof readRecord>

/** Countries with an article, by how their names start or end. */
const WITH_ARTICLE =
  /^(?:United|Netherlands|Philippines|Bahamas|Gambia|Maldives|Seychelles|Comoros)\b|\b(?:Republic|Islands|Territories)$/
const withArticle = (place: string) => (WITH_ARTICLE.test(place) ? `the ${place}` : place)
const findPlace = ({ value }: Record) => value('city', 'region', 'country')
/** 653793 as 653,793. */
const withThousands = (number: string) => number.replace(/\B(?=(\d{3})+$)/g, ',')

/** The network's own spelling of "instagram" and others. */
function findNetwork({ value }: Record): string {
  const name = value('network', 'platform')
  return Object.values(SOCIAL_LABELS).find((label) => label.toLowerCase() === name.toLowerCase()) ?? name
}

/** "Owner at Acorn", or the known part of it. */
const findRole = (record: Record): string => {
  const [position, company] = [record.value('position'), record.value('company')]
  return position && company ? `${position} at ${company}` : position
}

/** "12,400 followers on Instagram" */
function findAudience(record: Record): string {
  const [followers, network] = [record.value('followers'), findNetwork(record)]
  if (!followers) return ''
  return `${withThousands(followers)} ${followers === '1' ? 'follower' : 'followers'}${network && ` on ${network}`}`
}

/** A sentence about the lead from its fields other than the name. */
function introduction(record: Record): Sentence[] {
  const { value, cite } = record
  const subject = value('name', 'company', 'handle')
  const place = findPlace(record)
  const [role, trade, audience] = [findRole(record), value('category', 'industry'), findAudience(record)]
  const where = place && ` in ${withArticle(place)}`
  const work = role ? `works as ${role}${where}` : trade ? `is listed as ${trade}${where}` : ''
  const facts = [work, audience && `has ${audience}`].filter(Boolean)
  if (!subject || facts.length === 0) return []
  const values = ['position', 'company', 'category', 'industry', 'platform', 'network', 'followers']
  return [
    {
      text: `${subject}${work ? '' : where} ${facts.join(' and ')}.`,
      citations: cite(subject, place, ...values.map((name) => value(name))),
    },
  ]
}

function quoted({ sources }: WritingTask, record: Record, before: string): Sentence[] {
  const found = websiteSentence(sources, record.value('company', 'name'))
  if (!found) return []
  const { quote: sentence, source } = found
  return [{ text: `${before} “${sentence}”`, citations: [{ source, quote: sentence }] }]
}

/** One specific fact: from the website, the role, or the audience. */
function openingLine(task: WritingTask, record: Record): Sentence[] {
  const onSite = quoted(task, record, 'I read on your website:')
  if (onSite.length > 0) return onSite
  const { value, cite } = record
  const [position, company] = [value('position'), value('company')]
  if (position && company)
    return [{ text: `I came across your profile: ${findRole(record)}.`, citations: cite(position, company) }]
  const audience = findAudience(record)
  return audience
    ? [
        {
          text: `I saw that you have ${audience}.`,
          citations: cite(value('followers'), value('network', 'platform')),
        },
      ]
    : []
}

/** By the names of `TEMPLATE_TYPES`. */
const WRITERS: { [promptType: string]: (task: WritingTask, record: Record) => Sentence[] } = {
  summary: (task, record) => [...introduction(record), ...quoted(task, record, 'The website says:')],
  first_line: openingLine,
}

function write(task: WritingTask): string {
  const sentences = WRITERS[task.promptType]?.(task, readRecord(task)) ?? []
  return JSON.stringify(sentences.length > 0 ? { sentences } : { no_signal: true })
}

/**
 * Writes from the lead's fields and cited facts without a language model: what every account has without a key. It
 * only considers the type of a prompt, not its text, and uses no tokens.
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
