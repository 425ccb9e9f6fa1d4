import { expect, test } from 'vitest'
import { keepPending, type PendingChange, readPending } from './email-change.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const change: PendingChange = {
  userId: 7,
  email: 'new@sample.example',
  expiresAt: new Date(NOON + 60_000).toISOString(),
  sentAt: NOON,
}

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    values,
  }
}

test('a pending change survives a reload until its code expires', () => {
  const store = memory()
  keepPending(store, change)
  expect(readPending(store, 7, NOON)).toEqual(change)
  expect(readPending(store, 7, NOON + 60_000)).toBeNull()
})

test('another user of the same tab does not see it', () => {
  const store = memory()
  keepPending(store, change)
  expect(readPending(store, 8, NOON)).toBeNull()
})

test('it can be removed, and unreadable data is ignored', () => {
  const store = memory()
  keepPending(store, change)
  keepPending(store, null)
  expect(readPending(store, 7, NOON)).toBeNull()
  for (const text of ['{', '1', '{"userId":7}']) {
    store.setItem('mail_change', text)
    expect(readPending(store, 7, NOON)).toBeNull()
  }
})

test('a change of email works where the browser stores nothing', () => {
  const refuse = () => {
    throw new Error('forbidden')
  }
  const store = { getItem: refuse, setItem: refuse, removeItem: refuse }
  expect(() => keepPending(store, change)).not.toThrow()
  expect(readPending(store, 7, NOON)).toBeNull()
})
