import { createHash, timingSafeEqual } from 'node:crypto'
import type { BounceKind } from '#contract/branding/mail-events.ts'

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** What a sending service reports about one mail. */
export interface SenderEvent {
  /** Unique at the service, for deduplication. */
  id: string
  /** Our Message-ID, with angle brackets. */
  messageId: string | null
  /** One of our addresses or headers that identifies the mail (`b.…`). */
  reference: string | null
  recipient: string
  kind: BounceKind
  /** Enhanced status (RFC 3463) of the receiving server if reported, else empty. */
  status: string
  detail: string
}

/** A verified request. `at` is null when nothing in it has an effect; `confirm` is a URL to open. */
interface SenderRequest {
  at: Date | null
  events: SenderEvent[]
  confirm?: string
}

/** Network access for checking a request. */
export interface EventReach {
  /** Reads a URL on the public internet. */
  getText(url: string): Promise<string>
  now(): Date
}

/** A service that reports bounces by webhook. */
export interface EventSender {
  /** What is wrong with an entered secret; null when it is valid. */
  secretProblem(secret: string): string | null
  /** Headers that its events return to identify the mail. */
  headers?: { host: RegExp; make(reference: string): Record<string, string> }
  /** Verifies and parses a request. @throws EventRefused */
  read(
    request: { body: Buffer; headers: RequestHeaders; secret: string },
    reach: EventReach,
  ): Promise<SenderRequest>
}

/** An unverified or unreadable request; its message is shown to the brand's owners. */
export class EventRefused extends Error {
  override name = 'EventRefused'
}

export const BAD_SIGNATURE = 'The signature does not match'
const NOT_READABLE = 'The request has a format that is not supported'

export const readHeader = (headers: RequestHeaders, name: string): string => {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

/** @throws EventRefused when the body does not match */
export function parsed<T>(schema: Schema<T>, json: string): T {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new EventRefused(NOT_READABLE)
  }
  const result = schema.safeParse(value)
  if (!result.success) throw new EventRefused(NOT_READABLE)
  return result.data
}

/** A time from a text or seconds since 1970. @throws EventRefused */
export function readMoment(value: string | number): Date {
  const seconds = Number(value)
  const at = new Date(Number.isFinite(seconds) ? seconds * 1000 : value)
  if (Number.isNaN(at.getTime())) throw new EventRefused(NOT_READABLE)
  return at
}

const digest = (text: string) => createHash('sha256').update(text).digest()
/** Compares in constant time. */
export const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

export const bracketed = (messageId: string | undefined): string | null =>
  messageId ? `<${messageId.replace(/[<>\s]/g, '')}>` : null
