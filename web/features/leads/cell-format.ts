import type { FieldDefinition } from '#contract/list-types/define.ts'

/** How an e-mail state reads: its word, and a tone that picks icon and colour. */
export interface EmailBadge {
  word: string
  tone: 'found' | 'potential' | 'unknown' | 'invalid'
  /** What the state means, for the tooltip. */
  meaning: string
}

const badge = (tone: EmailBadge['tone'], word: string, meaning: string): EmailBadge => ({
  tone,
  word,
  meaning,
})

const EMAIL_BADGES: Record<string, EmailBadge> = {
  valid: badge('found', 'Verified', 'The mail server accepts this address'),
  catch_all: badge('potential', 'Accept-all', 'The mail server accepts every address of this domain'),
  risky: badge('potential', 'Risky', 'The address may bounce'),
  greylisted: badge('potential', 'Greylisted', 'The mail server asked to try again later'),
  disposable: badge('potential', 'Disposable', 'The domain gives out throw-away addresses'),
  provider_blocks_probe: badge('unknown', 'Unknown', 'The mail provider does not answer checks'),
  port25_unavailable: badge('unknown', 'Unknown', 'The mail server could not be asked from here'),
  unknown: badge('unknown', 'Unknown', 'The check gave no clear answer'),
  none: badge('invalid', 'Not found', 'No address was found'),
  invalid: badge('invalid', 'Invalid', 'The mail server refuses this address'),
  no_mx: badge('invalid', 'No mail', 'The domain takes no mail'),
}

const UNCHECKED = badge('unknown', 'Not checked', 'Nobody has checked this address yet')

/** Badge of an e-mail state; an unknown or absent state reads as not checked. */
export const emailBadge = (state: string | null | undefined): EmailBadge =>
  (state && EMAIL_BADGES[state]) || UNCHECKED

/** A web address that is safe to link: http or https only, with the scheme added when it is missing; else null. */
export function safeUrl(value: string): string | null {
  const text = value.trim()
  const candidate = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `https://${text}`
  if (!URL.canParse(candidate)) return null
  const url = new URL(candidate)
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  return web && url.hostname.includes('.') ? url.href : null
}

/** A web address as people read it: no scheme, no `www.`, no closing slash. */
export const shortUrl = (value: string): string =>
  value
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '')

/** Link that dials, or null when there are too few digits to dial. */
export function phoneHref(value: string): string | null {
  const digits = value.replace(/(?!^\+)[^\d]/g, '')
  return digits.replace('+', '').length >= 5 ? `tel:${digits}` : null
}

/** A North American number with its groups apart, `+1 503 564 2739`; the groups of other countries vary, so they stay. */
export const readablePhone = (value: string): string =>
  value.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')

/** A coded id as words: `craft/brewery` reads "Brewery", `not_found` reads "Not found". */
export function prettyId(value: string): string {
  const last = value.split('/').pop() || value
  const spaced = last.replaceAll('_', ' ').trim()
  return spaced ? spaced[0]!.toUpperCase() + spaced.slice(1) : value
}

/** Country code as its name in the reader's language; anything else stays as it is. */
export function countryName(value: string, locale?: string): string {
  if (!/^[a-z]{2}$/i.test(value)) return value
  try {
    return (
      new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(value.toUpperCase()) ?? value
    )
  } catch {
    return value
  }
}

/** Value of a field as text, for cells that are plain text, titles and chips. `labels` are readable forms by field. */
export function plainValue(
  field: Pick<FieldDefinition, 'kind' | 'name'>,
  value: string | number,
  label?: string | undefined,
): string {
  if (label) return label
  if (typeof value === 'number') {
    return value.toLocaleString(undefined, { maximumFractionDigits: field.kind === 'coordinate' ? 5 : 2 })
  }
  switch (field.kind) {
    case 'category':
      return prettyId(value)
    case 'choice':
      return field.name === 'email_state' ? emailBadge(value).word : prettyId(value)
    case 'country':
      return countryName(value)
    case 'url':
      return shortUrl(value)
    default:
      return value
  }
}
