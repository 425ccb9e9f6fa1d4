import type { ChargeKind } from '#contract/core/constants.ts'
import type { LeadSourceEntry } from '#contract/sources/lead-sources.ts'
import { formatCount, formatCredits, formatNumber } from '#web/lib/format.ts'

const UNITS: Record<ChargeKind, string> = {
  people_contact: 'a person',
  people_phone: 'a phone number',
  people_similar: 'a similar person',
  local_contact: 'a business',
  influencer_record: 'an influencer',
  domain_email: 'an email',
  influencer_enrich: 'an influencer’s details',
  website_check: 'a website checked',
}

/** `3 credits a person, 1 credit an email`; `Free` if everything is free. */
export function priceLabels(prices: LeadSourceEntry['prices']): string {
  if (prices.every(({ credits }) => credits === 0)) return 'Free'
  return prices
    .map(({ charge_kind, credits }) =>
      credits === 0 ? `${UNITS[charge_kind]} free` : `${formatCredits(credits)} ${UNITS[charge_kind]}`,
    )
    .join(', ')
}

/**
 * Price of a source for this account: with the effective key, and with a key of its own where that is
 * cheaper.
 */
export function costLabel(source: LeadSourceEntry): string {
  const { prices, free_with_own_key: isFreeWithKey, needs_key, key_level } = source
  const price = priceLabels(prices)
  if (price === 'Free' || !isFreeWithKey || key_level === 'account') return price
  return needs_key && key_level === 'none'
    ? 'No credits. With your own key you only pay the vendor'
    : `${price}. No credits with your own key`
}

const FOUND: Record<string, string> = { email: 'emails', phone: 'phone numbers', profile: 'social profiles' }

/** A vendor's price as a sentence of its own, or after `The vendor charges`. */
export const vendorPriceLabel = (price: string): string =>
  price.startsWith('Free') ? price : `The vendor charges ${price}`

const joined = (labels: readonly string[]): string =>
  labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`

/** What a source adds, as sentences: leads, and values of leads. */
export function addsLabels({ answers, enriches, verifies }: LeadSourceEntry): string[] {
  const brings = answers.map(({ label }) => label)
  const finds = enriches.map((kind) => FOUND[kind] ?? kind)
  return [
    ...(brings.length > 0 ? [`Provides leads: ${joined(brings)}`] : []),
    ...(finds.length > 0 ? [`Finds ${joined(finds)} for leads you have`] : []),
    ...(verifies ? ['Verifies emails'] : []),
  ]
}

/** Rate limit and retention period; empty if there are none. */
export function limitLabel({ per_minute, retention_days }: LeadSourceEntry): string[] {
  return [
    ...(per_minute === null ? [] : [`${formatCount(per_minute, 'request')} a minute`]),
    ...(retention_days === null ? [] : [`Values can be kept for ${formatCount(retention_days, 'day')}`]),
  ]
}

/** Owner of the effective key, unless it is the account's own. */
export const levelLabel = ({ key_level }: LeadSourceEntry): string | null =>
  key_level === 'reseller' || key_level === 'platform' ? 'Included in your account. No key needed' : null

/** What stops working without the key. */
export function withoutKeyLabel(source: LeadSourceEntry): string {
  const { label, answers, enriches } = source
  const lost = [
    ...(answers.length > 0 ? [`searches in ${label}`] : []),
    ...(enriches.length > 0 ? [`finding ${joined(enriches.map((kind) => FOUND[kind] ?? kind))} there`] : []),
  ]
  const stops = lost.length > 0 ? joined(lost) : label
  return `${stops.charAt(0).toUpperCase()}${stops.slice(1)} ${lost.length > 1 || answers.length > 0 ? 'stop' : 'stops'} working, unless your account includes a key. Runs in progress stop there. Your leads stay.`
}

/** `12 of 50 requests used today`. */
export const usedLabel = (own: NonNullable<LeadSourceEntry['own_key']>): string =>
  own.daily_limit === null
    ? `${formatCount(own.used_today, 'request')} today`
    : `${formatNumber(own.used_today)} of ${formatCount(own.daily_limit, 'request')} used today`

/** Sources in order of relevance: working without a key, connected, needing a key. */
export function makeGroups(sources: readonly LeadSourceEntry[]) {
  const open = sources.filter(({ needs_key }) => !needs_key)
  const keyed = sources.filter(({ needs_key }) => needs_key)
  return [
    {
      id: 'open',
      title: 'Works without a key',
      text: 'Ready to use.',
      sources: open,
    },
    {
      id: 'connected',
      title: 'Connected',
      text: 'These use your key or one included in your account.',
      sources: keyed.filter(({ key_level }) => key_level !== 'none'),
    },
    {
      id: 'others',
      title: 'More sources',
      text: 'Connect these with a key from the vendor, who charges you directly.',
      sources: keyed.filter(({ key_level }) => key_level === 'none'),
    },
  ].filter((group) => group.sources.length > 0)
}

const LOOKS = {
  ready: { state: 'succeeded', label: 'Ready' },
  needs_key: { state: 'unchecked', label: 'No key' },
  parked: { state: 'partly', label: 'Paused' },
  off: { state: 'cancelled', label: 'Off' },
} as const

/** Icon and label of a source's state. */
export const stateBadge = ({ state }: Pick<LeadSourceEntry, 'state'>) => LOOKS[state]
