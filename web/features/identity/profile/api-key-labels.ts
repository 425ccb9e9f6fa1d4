import type { Role } from '#contract/core/constants.ts'
import { API_SCOPES, type ApiScope } from '#contract/core/scopes.ts'

/** Lifetimes of a key in days; null is unlimited. */
export const KEY_LIVES: readonly { days: number | null; label: string }[] = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
  { days: null, label: 'Never' },
]

/** Short labels of scopes. */
export const SCOPE_NAMES: Record<ApiScope, string> = {
  read: 'Read',
  write: 'Write',
  spend: 'Spend credits',
  export: 'Export',
  admin: 'Administration',
}

/** The scopes that a person may give to a key. */
export const scopesFor = (role: Role): readonly ApiScope[] =>
  API_SCOPES.filter((scope) => scope !== 'admin' || role === 'admin')

/** A command to try a new key; without the read scope only the header. */
export function sampleCommand(origin: string, key: string, scopes: readonly ApiScope[]): string {
  const header = `Authorization: Bearer ${key}`
  return scopes.includes('read') ? `curl -H "${header}" ${origin}/api/me` : header
}

const SOON_MS = 7 * 24 * 60 * 60_000

/** Whether a key stops working within a week. */
export const endsSoon = (expiresAt: string | null, now: number = Date.now()): boolean =>
  expiresAt !== null && Date.parse(expiresAt) - now < SOON_MS
