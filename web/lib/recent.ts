import { useEffect } from 'react'
import { useUser } from './session.ts'

/** Something a person had open: a list, a lead, or a search that was started. */
export interface Recent {
  kind: 'list' | 'lead' | 'search'
  /** Address inside the application. */
  href: string
  label: string
  detail?: string
}

const MOST = 12
const KINDS = new Set(['list', 'lead', 'search'])
const keyOf = (userId: number): string => `recent.${userId}`

const isRecent = (value: unknown): value is Recent => {
  const { kind, href, label, detail } = (value ?? {}) as Record<string, unknown>
  const texts =
    typeof href === 'string' && typeof label === 'string' && ['string', 'undefined'].includes(typeof detail)
  return texts && KINDS.has(kind as string) && href.startsWith('/') && !href.startsWith('//')
}

/** What a person had open in this browser, newest first; nothing when the storage cannot be read. */
export function readRecent(userId: number): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : []
  } catch {
    return []
  }
}

const write = (userId: number, recent: Recent[]): void => {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(recent.slice(0, MOST)))
  } catch {
    // Without storage nothing is recent, that is all.
  }
}

/** Puts something at the top of what the person had open. */
export const noteRecent = (userId: number, recent: Recent): void =>
  write(userId, [recent, ...readRecent(userId).filter(({ href }) => href !== recent.href)])

/** Forgets an address that no longer leads anywhere, and what is below it. */
export const forgetRecent = (userId: number, gone: string): void =>
  write(
    userId,
    readRecent(userId).filter(
      ({ href }) => !['', '/', '?'].some((next) => (next ? href.startsWith(gone + next) : href === gone)),
    ),
  )

/** Notes what is open now, once it is known; `null` says that there is nothing at this address any more. */
export function useRecent(href: string, recent: Omit<Recent, 'href'> | null | undefined): void {
  const { id } = useUser()
  const text = recent && JSON.stringify(recent)
  useEffect(() => {
    if (text) noteRecent(id, { ...(JSON.parse(text) as Omit<Recent, 'href'>), href })
    else if (text === null) forgetRecent(id, href)
  }, [id, href, text])
}
