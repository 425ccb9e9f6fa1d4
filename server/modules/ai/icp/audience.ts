import type { IcpSegment } from '#contract/ai/icp.ts'
import { findField, LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { addressesModel, plainText } from '#server/modules/ai/ai-text/index.ts'
import { searchTraining } from '#server/modules/ai/ai-training/index.ts'
import { readSentence } from '#server/modules/ai/ask/index.ts'
import { showBusinessDetails } from '#server/modules/ai/business-details/index.ts'
import { categoryLabel } from '#server/modules/core/vocabulary/index.ts'
import type { Context } from '#server/platform/context.ts'

/** A segment named in a text, without figures. */
export type AudienceSegment = Pick<
  IcpSegment,
  'key' | 'type' | 'name' | 'from' | 'conditions' | 'reason' | 'search'
>

interface Text {
  from: 'profile' | 'training'
  text: string
}

const MAX_SEGMENTS = 3
const LONGEST_QUOTE = 200
/** Phrases that introduce customers, in English or German; the customers follow them. */
const ABOUT_CUSTOMERS: readonly RegExp[] = [
  /\b(?:customers|clients|audience|kunden|zielgruppe)\s+(?:are|is|include|sind|ist)\s+(.+)/i,
  /\bwe\s+(?:sell|deliver|supply|provide|offer|build|make|install|ship)\b.*?\b(?:to|for)\s+(.+)/i,
  /\bwe\s+(?:serve|help|support|supply|advise|work (?:with|for))\s+(.+)/i,
  /\b(?:software|services?|tools?|solutions?|made|built|designed)\s+for\s+(.+)/i,
  /\bwir\s+(?:beliefern|unterstützen|betreuen|beraten|helfen)\s+(.+)/i,
  /\bwir\s.*?\b(?:für|an)\s+(.+)/i,
]
const SENTENCES = /[^.!?\n]{10,400}/g
/** Fields that describe the audience. */
const AUDIENCE_FIELDS = ['category', 'position', 'seniority']
const PLACES = ['region', 'near', 'place']

/** Customer kinds and places named in a text, in terms of the vocabularies; nothing else counts. */
function segmentsIn({ from, text }: Text): AudienceSegment[] {
  const found: AudienceSegment[] = []
  for (const [raw] of plainText(text).matchAll(SENTENCES)) {
    const sentence = raw.trim()
    const customers = ABOUT_CUSTOMERS.map((pattern) => pattern.exec(sentence)?.[1]).find((words) => words)
    if (!customers || addressesModel(sentence)) continue
    const { type, search: read } = readSentence(customers)
    if (!AUDIENCE_FIELDS.some((field) => read[field])) continue
    const search = Object.fromEntries(
      Object.entries(read).filter(([name]) => [...AUDIENCE_FIELDS, ...PLACES].includes(name)),
    )
    const conditions = Object.entries(search).map(([field, value]) => {
      const values = [value].flat().map(String)
      const label =
        LIST_TYPES[type].searchForm.find(({ name }) => name === field)?.label ?? findField(type, field)?.label
      const shown = field === 'category' ? values.map(categoryLabel) : values
      return { field, label: label ?? field, value: values.join(', '), text: shown.join(', ') }
    })
    const name = conditions.map((condition) => condition.text).join(' · ')
    const origin = from === 'profile' ? 'Your business profile' : 'Your AI training'
    found.push({
      key: JSON.stringify([from, type, search]).slice(0, 500),
      type,
      name,
      from,
      conditions,
      reason: `${origin} says: “${sentence.slice(0, LONGEST_QUOTE)}”`,
      search,
    })
  }
  return found
}

/** Reads an account's target customers from its business profile and AI training. */
export async function describeAudience(ctx: Context, accountId: number): Promise<AudienceSegment[]> {
  const business = await showBusinessDetails(ctx, accountId)
  const passages = await searchTraining(ctx, accountId, { query: 'customers clients Kunden', limit: 10 })
  const texts: Text[] = [
    ...[business?.offer, business?.description, business?.proof].flatMap((text) =>
      text ? [{ from: 'profile' as const, text }] : [],
    ),
    ...passages.map(({ text }) => ({ from: 'training' as const, text })),
  ]
  const all = texts.flatMap(segmentsIn)
  return all
    .filter((segment, at) => all.findIndex(({ name }) => name === segment.name) === at)
    .slice(0, MAX_SEGMENTS)
}
