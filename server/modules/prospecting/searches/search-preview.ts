import { PREVIEW_ROWS } from '#contract/prospecting/searches.ts'
import { categoryLabel, countryName } from '#server/modules/core/vocabulary/index.ts'
import { findSavedKeys, suppressedLeads, suppressesNothing } from '#server/modules/leads/leads/index.ts'
import { callSource, createSourceContext, statusIn } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { hideContacts, hideEmail, hidePhone } from '#server/platform/text/hide-contact.ts'
import type { SourceLead } from '#server/providers/lead-sources/index.ts'
import { readSearch, type SearchQuery } from './search-input.ts'

/**
 * Two sources may have the same place, so more records are examined than rows are shown.
 */
const EXAMINED_RECORDS = 2 * PREVIEW_ROWS

const joined = (parts: (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(', ') || null

/** About one kilometer: the neighborhood, but no address. */
const rough = (degrees: unknown): number | null =>
  typeof degrees === 'number' && Number.isFinite(degrees) ? Math.round(degrees * 100) / 100 : null

/** A match without paid values: names and places as they are, contacts masked. */
export function maskedRow({ values }: Pick<SourceLead, 'values'>) {
  const readField = (field: string): string | null => {
    const value = values[field]
    return value === null || value === undefined || value === '' ? null : String(value)
  }
  const [email, phone, website] = ['email', 'phone', 'website'].map(readField)
  const own = [email, phone, website, website?.replace(/^https?:\/\/(?:www\.)?/i, '')]
  const secrets = own.filter((value) => typeof value === 'string')
  const masked = (text: string | null): string | null => text && hideContacts(text, secrets)
  const category = readField('category')
  const country = readField('country')
  const city = readField('city')
  return {
    name: masked(readField('name')),
    about: masked(
      category
        ? categoryLabel(category)
        : joined([readField('position'), readField('company') ?? readField('platform')]),
    ),
    place: masked(joined([city, readField('region'), city || !country ? null : countryName(country)])),
    lat: rough(values.lat),
    lon: rough(values.lon),
    has_website: website !== null || readField('domain') !== null,
    email: email ? hideEmail(email) : null,
    phone: phone ? hidePhone(phone) : null,
  }
}

/** A search's first matches with masked contacts: queried from its source, never charged, stored or delivered. */
export async function previewSearch(
  ctx: Context,
  { accountId }: Actor,
  given: SearchQuery,
  signal: AbortSignal,
) {
  const { type, search, source, ready } = await readSearch(ctx, accountId, given)
  const { preview } = source
  if (!preview) return { is_available: false, rows: [] }
  const [found, isUnrestricted] = await Promise.all([
    callSource(async () => {
      const context = await createSourceContext(ctx, accountId, source, {
        signal,
        known: statusIn(ready, source),
      })
      return preview({ type, search }, context, EXAMINED_RECORDS)
    }),
    suppressesNothing.ask(ctx, { accountId }),
  ])
  const distinct = found.filter(({ key }, at) => found.findIndex((other) => other.key === key) === at)
  const [isSuppressed, saved] = await Promise.all([
    isUnrestricted
      ? []
      : suppressedLeads.ask(ctx, { accountId, values: distinct.map(({ values }) => values) }),
    findSavedKeys(
      ctx,
      accountId,
      type,
      distinct.map(({ key }) => key),
    ),
  ])
  const first = distinct.filter((_, at) => !isSuppressed[at]).slice(0, PREVIEW_ROWS)
  return {
    is_available: true,
    rows: first.map((lead) => ({ ...maskedRow(lead), is_saved: saved.has(lead.key) })),
  }
}
