import { createHash, timingSafeEqual } from 'node:crypto'
import type { BounceKind } from '#contract/branding/mail-server.ts'

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** What became of one mail, in the words of the service that sent it. */
export interface SenderEvent {
  /** Unique at the service: the same event counts once. */
  id: string
  /** Our Message-ID, with angle brackets. */
  messageId: string | null
  /** An address or header of ours that names the mail (`b.…`). */
  reference: string | null
  recipient: string
  kind: BounceKind
  /** Enhanced status (RFC 3463) of the receiving server, when the service tells it; empty otherwise. */
  status: string
  detail: string
}

/** One genuine request. `at` is null where nothing in it has an effect; `confirm` is a URL to open. */
interface SenderRequest {
  at: Date | null
  events: SenderEvent[]
  confirm?: string
}

/** What checking a request may need from outside. */
export interface EventReach {
  /** Reads an address on the public internet. */
  getText(url: string): Promise<string>
  now(): Date
}

/** A service that reports bounces by webhook. */
export interface EventSender {
  /** What is wrong with a secret that someone enters; null when it can be used. */
  secretProblem(secret: string): string | null
  /** Headers by which its events name the mail later. */
  headers?: { host: RegExp; of(reference: string): Record<string, string> }
  /** Checks that a request is genuine and reads it. @throws EventRefused. */
  read(
    request: { body: Buffer; headers: RequestHeaders; secret: string },
    reach: EventReach,
  ): Promise<SenderRequest>
}

/** A request that is not genuine or cannot be read; its message is shown to the brand's owners. */
export class EventRefused extends Error {
  override name = 'EventRefused'
}

export const BAD_SIGNATURE = 'The signature does not match'
const NOT_READABLE = 'The request has a format that is not supported'

/** The first value of a header. */
export const headerOf = (headers: RequestHeaders, name: string): string => {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

/** The body as a schema wants it. @throws EventRefused. */
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

/** A moment of a text or of seconds since 1970. @throws EventRefused. */
export function momentOf(value: string | number): Date {
  const seconds = Number(value)
  const at = new Date(Number.isFinite(seconds) ? seconds * 1000 : value)
  if (Number.isNaN(at.getTime())) throw new EventRefused(NOT_READABLE)
  return at
}

const digest = (text: string) => createHash('sha256').update(text).digest()
/** Compares in the same time whatever the texts are. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

export const bracketed = (messageId: string | undefined): string | null =>
  messageId ? `<${messageId.replace(/[<>\s]/g, '')}>` : null
