import { useEffect } from 'react'
import { insideAddress } from '#contract/core/addresses.ts'
import { useUser } from './session.ts'

/** A recently opened list, lead or search. */
export interface Recent {
  kind: 'list' | 'lead' | 'search'
  /** Path in the application. */
  href: string
  label: string
  detail?: string
}

const MAX_RECENT = 12
const KINDS = new Set(['list', 'lead', 'search'])
const makeKey = (userId: number): string => `recent.${userId}`

const isRecent = (value: unknown): value is Recent => {
  const { kind, href, label, detail } = (value ?? {}) as Record<string, unknown>
  const texts =
    typeof href === 'string' && typeof label === 'string' && ['string', 'undefined'].includes(typeof detail)
  return texts && KINDS.has(kind as string) && insideAddress(href) !== undefined
}

/** Recent items of this browser, newest first; empty if storage is unreadable. */
export function readRecent(userId: number): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(makeKey(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

const write = (userId: number, recent: Recent[]): void => {
  try {
    localStorage.setItem(makeKey(userId), JSON.stringify(recent.slice(0, MAX_RECENT)))
  } catch {
    // Without storage there is just no history.
  }
}

/** Moves an item to the top of the recent ones. */
export const noteRecent = (userId: number, recent: Recent): void =>
  write(userId, [recent, ...readRecent(userId).filter(({ href }) => href !== recent.href)])

/** Forgets a path that no longer exists, and those below it. */
export const forgetRecent = (userId: number, gone: string): void =>
  write(
    userId,
    readRecent(userId).filter(
      ({ href }) => !['', '/', '?'].some((next) => (next ? href.startsWith(gone + next) : href === gone)),
    ),
  )

/** Records what is open, once it is known; `null` means that nothing is at this path any more. */
export function useRecent(href: string, recent: Omit<Recent, 'href'> | null | undefined): void {
  const { id } = useUser()
  const text = recent && JSON.stringify(recent)
  useEffect(() => {
    if (text) noteRecent(id, { ...(JSON.parse(text) as Omit<Recent, 'href'>), href })
    else if (text === null) forgetRecent(id, href)
  }, [id, href, text])
}
