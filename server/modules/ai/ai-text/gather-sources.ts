import type { AiListType } from '#contract/ai/ai-prompt-types.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { leadSubject } from '#contract/leads/list-types/index.ts'
import { SIGNAL_IDS, SIGNALS } from '#contract/leads/signals.ts'
import { BUSINESS_VARIABLES, promptFields } from '#server/modules/ai/ai-prompts/index.ts'
import type { TrainingPassage } from '#server/modules/ai/ai-training/index.ts'
import { fieldValue, findOrigin, type LeadRow, readable, valueIn } from '#server/modules/leads/leads/index.ts'
import { cutText } from '#server/platform/text/cut-text.ts'
import type { CitableSource } from '#server/providers/models/index.ts'
import { addressesModel, plainText } from './quarantine.ts'

/** A lead, and the fields of its list. */
export interface AboutLead {
  lead: LeadRow
  type: AiListType
  custom: readonly FieldDefinition[]
}

/** A page of the lead's own website. */
export interface ReadPage {
  url: string
  title: string
  text: string
  /** ISO 8601 */
  read_at: string
}

/** The account's business profile. */
export interface BusinessFacts {
  name: string
  description: string
  offer: string
  proof: string
  tone: string
  website: string
  banned_phrases: readonly string[]
}

export interface LeadSources {
  sources: CitableSource[]
  /** The lead's values as text, by field. */
  values: Record<string, string>
  /** Names of the lead and its company. */
  names: string[]
  /** Those of the company alone. */
  company: string[]
  business: { variables: Record<string, string>; bannedPhrases: readonly string[] }
}

const SIGNAL_NAMES: ReadonlySet<string> = new Set(SIGNAL_IDS)
const LONGEST_VALUE = 300
const LONGEST_PASSAGE = 1500
const NAME_FIELDS = ['name', 'company', 'first_name', 'last_name', 'handle', 'domain']

/** One line of text; empty for a value with instructions to a model. */
function cleanValue(value: string): string {
  const content = cutText(plainText(value).replace(/\s+/g, ' '), LONGEST_VALUE)
  return addressesModel(content) ? '' : content
}

/** The lead's values for prompts. */
function leadValues({ lead, type, custom }: AboutLead) {
  const known: { field: FieldDefinition; content: string }[] = []
  for (const field of promptFields(type, custom)) {
    // Sources of their own, with their evidence.
    if (SIGNAL_NAMES.has(field.name)) continue
    const value = fieldValue(lead, field)
    if (value === null) continue
    const content = cleanValue(readable(field, value) ?? String(value))
    if (content) known.push({ field, content })
  }
  return known
}

/**
 * What a check of the website found, as clauses that a sentence can repeat, each with the words and the page that show
 * it. A `no` is nothing to write about.
 */
const signalSources = (lead: LeadRow): CitableSource[] =>
  SIGNALS.flatMap(({ id, kind, label, reason }): CitableSource[] => {
    const value = valueIn(lead, id)
    if (value === null || value === 'no') return []
    const { url = null, text = '', observed_at = null } = findOrigin(lead, id)
    const clause = kind === 'yes-no' ? reason : `${label}: ${cleanValue(String(value))}`
    const words = cleanValue(text)
    return [
      {
        id: `signal_${id}`,
        kind: 'signal',
        title: label,
        url,
        date: observed_at,
        text: [`${clause}.`, ...(words && words !== url ? [words] : [])].join('\n'),
      },
    ]
  })

/** The sender's sources: the business profile, and training relevant for this lead. */
function ownSources(business: BusinessFacts | null, passages: readonly TrainingPassage[]): CitableSource[] {
  const lines = business ? [business.description, business.offer, business.proof].filter(Boolean) : []
  const profile: CitableSource[] =
    business && lines.length > 0
      ? [
          {
            id: 'business',
            kind: 'business',
            title: 'Business profile',
            url: null,
            date: null,
            text: plainText([`Name: ${business.name}`, ...lines].join('\n')),
          } as CitableSource,
        ]
      : []
  return [
    ...profile,
    ...passages.map(
      ({ title, url, date, text }, index): CitableSource => ({
        id: `training${index + 1}`,
        kind: 'training',
        title,
        url,
        date: date.toISOString(),
        text: cutText(plainText(text), LONGEST_PASSAGE),
      }),
    ),
  ]
}

const valuesByName = (known: ReturnType<typeof leadValues>): Record<string, string> =>
  Object.fromEntries(known.map(({ field, content }) => [field.name, content]))

/** What the training is searched for; empty for a lead that says nothing of its business. */
export function trainingQuery(about: AboutLead): string {
  const values = valuesByName(leadValues(about))
  return [values.category, values.industry, values.position, values.keywords].filter(Boolean).join(' ')
}

/** Gathers citable sources about a lead. Texts with instructions to a model are dropped completely. */
export function gatherSources(
  about: AboutLead,
  {
    business,
    pages,
    passages,
  }: { business: BusinessFacts | null; pages: readonly ReadPage[]; passages: readonly TrainingPassage[] },
): LeadSources {
  const { lead, type } = about
  const known = leadValues(about)
  const values = valuesByName(known)
  const record: CitableSource = {
    id: 'lead',
    kind: 'field',
    title: 'Fields of the lead',
    url: null,
    date: lead.added_at.toISOString(),
    text: known.map(({ field, content }) => `${field.label}: ${content}`).join('\n'),
  }
  const ofSite = pages.map(
    ({ url, title, text, read_at }, index): CitableSource => ({
      id: `page${index + 1}`,
      kind: 'page',
      title: title || url,
      url,
      date: read_at,
      text: plainText(text),
    }),
  )
  const own = ownSources(business, passages)
  const variables = Object.fromEntries(
    BUSINESS_VARIABLES.map((name) => [name, business ? cleanValue(business[name]) : '']),
  )
  return {
    sources: [record, ...signalSources(lead), ...ofSite, ...own].filter(
      ({ kind, text, title }) =>
        text !== '' && (kind === 'field' || kind === 'business' || !addressesModel(`${title}\n${text}`)),
    ),
    values,
    names: NAME_FIELDS.map((name) => values[name] ?? '').filter(Boolean),
    company: [
      values.company ?? (leadSubject(type) === 'business' ? values.name : values.domain) ?? '',
    ].filter(Boolean),
    business: { variables, bannedPhrases: business?.banned_phrases ?? [] },
  }
}
