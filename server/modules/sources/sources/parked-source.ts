import { FAILURES_TO_PARK } from '#contract/sources/lead-sources.ts'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import { ProviderError, type ProviderErrorCode } from '#server/providers/lead-sources/index.ts'
import type { SourceStatus } from './source-status-reads.ts'

/** A request that is not sent because its source is paused or off. It says nothing about the source's health. */
export class SourceParked extends ProviderError {}

const MS = 1000
const DAY_MS = 24 * 60 * 60 * MS

/** A moment in this time zone: the time, with the date where it differs. */
function momentLabel(at: Date, now: Date, timeZone: string): string {
  const day = (date: Date) => date.toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'short' })
  const time = at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return day(at) === day(now) ? time : `${time} on ${day(at)}`
}

type Park = Pick<SourceStatus, 'is_parked' | 'parked_until' | 'park_reason' | 'time_zone'>

/** Why and until when a source is paused, as a sentence; null when it is not. */
export function parkLabel(label: string, park: Park, now: Date): string | null {
  const { park_reason: reason, parked_until: until } = park
  if (!park.is_parked || !reason) return null
  const when = until ? ` until ${momentLabel(until, now, park.time_zone)}` : ''
  const sentences = {
    failures: `${label} is paused${when} because it failed ${FAILURES_TO_PARK} times in a row`,
    unauthorized: `${label} rejected the stored key. Enter a valid one`,
    quota: `The plan with ${label} is used up. It’s paused${when}`,
    admin: `An administrator paused ${label}${when}`,
  }
  return sentences[reason]
}

const CODES: Partial<Record<string, ProviderErrorCode>> = {
  unauthorized: 'unauthorized',
  quota: 'quota_exhausted',
}

/** The error for a request to a paused source. */
export const parkedError = (source: SourceDeclaration, park: Park, now: Date): SourceParked =>
  new SourceParked(source, CODES[park.park_reason ?? ''] ?? 'unavailable', {
    detail: `parked: ${park.park_reason}`,
    message: parkLabel(source.label, park, now) ?? source.label,
    retryAfterSeconds: park.parked_until
      ? Math.max(1, Math.ceil((park.parked_until.getTime() - now.getTime()) / MS))
      : null,
  })

/** For a source turned off by administrators. */
export const offError = (source: SourceDeclaration): SourceParked =>
  new SourceParked(source, 'invalid_config', {
    detail: 'turned off',
    message: `${source.label} is turned off. An administrator can turn it on`,
  })

/** For a key whose daily requests are used up. */
export const limitError = (source: SourceDeclaration, limit: number, now: Date): SourceParked =>
  new SourceParked(source, 'quota_exhausted', {
    detail: 'daily limit',
    message:
      limit === source.unitsPerDay
        ? `${source.label}’s quota of ${limit.toLocaleString('en-US')} units is used up today. Wait until midnight UTC`
        : `${source.label} reached its limit of ${limit} requests today. Raise the daily limit, or wait until midnight UTC`,
    retryAfterSeconds: Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / MS),
  })
