import { createHmac } from 'node:crypto'
import { constantTimeEqual } from './tokens.ts'

type Key = { secretKey: string }

const makeSeal = ({ secretKey }: Key, purpose: string, text: string): string =>
  createHmac('sha256', secretKey).update(`${purpose}:${text}`).digest('base64url')

/**
 * Ids with a seal over them, such as `12.7.SEAL`: part of an address that nobody else can make. Nothing is stored.
 * @param purpose seals of one purpose are worth nothing for another
 */
export function makeSignedIds(key: Key, purpose: string, ids: readonly number[]): string {
  const text = ids.join('.')
  return `${text}.${makeSeal(key, purpose, text)}`
}

/** The ids of a token; null for a foreign one. */
export function readSignedIds(key: Key, purpose: string, token: string): number[] | null {
  const cut = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(0, cut))
  return constantTimeEqual(token.slice(cut + 1), makeSeal(key, purpose, text))
    ? text.split('.').map(Number)
    : null
}
