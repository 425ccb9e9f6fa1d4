import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ACCESS_TOKEN_KEY } from '#contract/core/constants.ts'
import type { SignedIn, User } from '#contract/identity/user.ts'
import { shell } from './endpoints.ts'
import { queryClient } from './freshness.ts'
import { makeKey } from './query-client.ts'
import {
  adopt,
  clearSession,
  forgetReason,
  loadSession,
  readSession,
  replaceUser,
  signOut,
  watchSession,
} from './session.ts'
import { setToastSink, type Toast } from './toast.ts'
import { keepOwnToken, readOwnToken, readToken, writeToken } from './token.ts'

const user = { id: 1, email: 'a@example.com', modules: [] }
const reply = { data: { authorisation: { token: 'new' }, user } } as unknown as SignedIn
let answers: Record<string, () => Response | Promise<Response>>
/** Removes a script that a site has added to the page. */
const removeScript = vi.fn<() => void>()
/** The reply of the first call; parts that failed are null. */
const startOf = (person: object, parts: object = {}) =>
  json(200, {
    data: {
      me: { data: person },
      list_types: { data: [] },
      checklist: null,
      limits: null,
      runs: null,
      unread: null,
      to_review: null,
      ...parts,
    },
  })
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  clearSession()
  removeScript.mockReset()
  vi.stubGlobal('document', { querySelectorAll: () => [{ remove: removeScript }] })
  vi.useFakeTimers()
  answers = {
    '/api/start': () => startOf(user),
    '/auth/logout': () => json(200, { success: true }),
  }
  vi.stubGlobal('fetch', async (url: string) => answers[url]!())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Loads the session without delays between retries, which take less than that together. */
async function load() {
  const session = loadSession()
  await vi.advanceTimersByTimeAsync(10_000)
  return session
}

test('without a token nobody is signed in and no request is sent', async () => {
  answers = {}
  expect((await load()).status).toBe('signed-out')
})

test('signing in stores the token and the user', async () => {
  await adopt(reply)
  expect(readToken()).toBe('new')
  expect(readSession()).toMatchObject({ status: 'signed-in', user: { id: 1 } })
})

test.each([401, 403])('a user request answered with %i clears token and user', async (status) => {
  writeToken('old')
  answers['/api/start'] = () => json(status, { code: 'unauthorized', message: 'Sign in again' })
  expect((await load()).status).toBe('signed-out')
  expect(readToken()).toBeNull()
})

test('keeps the reason why a session ended until it is shown or someone signs in', async () => {
  writeToken('old')
  answers['/api/start'] = () => json(401, { code: 'unauthorized', message: 'Your session has ended' })
  expect(await load()).toEqual({ status: 'signed-out', why: 'Your session has ended' })
  expect(await load()).toEqual({ status: 'signed-out', why: 'Your session has ended' })
  forgetReason()
  expect(readSession()).toEqual({ status: 'signed-out' })
  answers['/api/start'] = () => startOf(user)
  await adopt(reply)
  forgetReason()
  expect(readSession()).toMatchObject({ status: 'signed-in' })
})

test.each([500, 503])('a user request answered with %i keeps the session', async (status) => {
  writeToken('old')
  answers['/api/start'] = () => json(status, { code: 'internal', message: 'Oops' })
  expect((await load()).status).toBe('unreachable')
  expect(readToken()).toBe('old')
  answers['/api/start'] = () => startOf(user)
  expect((await load()).status).toBe('signed-in')
})

test('an unreachable server keeps the session', async () => {
  writeToken('old')
  answers['/api/start'] = () => Promise.reject(new TypeError('offline'))
  expect((await load()).status).toBe('unreachable')
  expect(readToken()).toBe('old')
})

/** Signs in, then has the server refuse the token in the middle of work. */
async function endInTheMiddle() {
  onTestFinished(watchSession())
  await adopt(reply)
  answers['/api/start'] = () => json(401, { code: 'unauthorized', message: 'Your session has ended' })
  await loadSession({ again: true })
}

test('a session that ends during work keeps the screen, and the same person continues', async () => {
  await endInTheMiddle()
  expect(readToken()).toBeNull()
  expect(readSession()).toMatchObject({ status: 'signed-in', user, ended: 'Your session has ended' })
  expect(await loadSession()).toMatchObject({ status: 'signed-in', ended: 'Your session has ended' })
  queryClient.setQueryData(['shown'], 'kept')
  await adopt({ data: { ...reply.data, authorisation: { token: 'newer' } } } as SignedIn)
  expect([readToken(), queryClient.getQueryData(['shown'])]).toEqual(['newer', 'kept'])
  expect(readSession()).toEqual({ status: 'signed-in', user, listTypes: [] })
})

test.each([
  ['a rejected session keeps the screen', 'shared', 'signed-in'],
  ['a sign-out shows the sign-in page', 'of an earlier session', 'signed-out'],
])('in another tab, before its message arrives: %s', async (_what, ended, status) => {
  const stored = new Map([[ACCESS_TOKEN_KEY, 'shared']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  onTestFinished(watchSession())
  expect((await load()).status).toBe('signed-in')
  stored.set('ended_session', ended)
  stored.delete(ACCESS_TOKEN_KEY)
  expect((await loadSession({ again: true })).status).toBe(status)
})

test('another person who signs in sees nothing of the previous one', async () => {
  await endInTheMiddle()
  queryClient.setQueryData(['shown'], 'of the first person')
  const other = { ...user, id: 2 }
  answers['/api/start'] = () => startOf(other)
  await adopt({ data: { authorisation: { token: 'theirs' }, user: other } } as unknown as SignedIn)
  expect(readSession()).toMatchObject({ status: 'signed-in', user: { id: 2 } })
  expect(queryClient.getQueryData(['shown'])).toBeUndefined()
})

test('a failure to load list types does not block sign-in', async () => {
  writeToken('old')
  answers['/api/start'] = () => startOf(user, { list_types: null })
  expect(await load()).toMatchObject({ status: 'signed-in', listTypes: [] })
})

test('an older server is asked by the calls that it has', async () => {
  writeToken('old')
  const listTypes = [{ id: 1, name: 'People', label: 'People', type: 'people', search_code: 'people' }]
  answers['/api/start'] = () => json(404, { code: 'not_found', message: 'There is no such address' })
  answers['/api/me'] = () => json(200, { data: user })
  answers['/api/campaign-types'] = () => json(200, { data: listTypes })
  expect(await load()).toMatchObject({ status: 'signed-in', user: { id: 1 }, listTypes })
})

test('what came with the user is not asked for again, unless something newer is known', async () => {
  const unread = (count: number) => ({ data: { unread: count } })
  const known = (endpoint: Parameters<typeof makeKey>[0]) => queryClient.getQueryData(makeKey(endpoint))
  writeToken('old')
  answers['/api/start'] = () => startOf(user, { unread: unread(2) })
  await loadSession()
  expect(known(shell.unreadNotifications)).toEqual(unread(2))
  expect(known(shell.userLimits)).toBeUndefined()
  queryClient.setQueryData(makeKey(shell.unreadNotifications), unread(5))
  await loadSession({ again: true })
  expect(known(shell.unreadNotifications)).toEqual(unread(5))
})

test('signing out calls the server, stops scripts, drops the token, opens Login and clears the user', async () => {
  await adopt(reply)
  const order: string[] = []
  removeScript.mockImplementation(() => void order.push(`scripts, token ${readToken()}`))
  const done = await signOut(() => void order.push(`login, token ${readToken()}, ${readSession().status}`))
  expect(done).toBe(true)
  expect(order).toEqual(['scripts, token new', 'login, token null, signed-in'])
  expect(readSession().status).toBe('signed-out')
})

test('a failed sign-out keeps the session and shows the server’s message', async () => {
  await adopt(reply)
  const toasts: Toast[] = []
  setToastSink((toast) => toasts.push(toast))
  answers['/auth/logout'] = () => json(500, { code: 'internal', message: 'Try later' })
  const goToLogin = vi.fn()
  expect(await signOut(goToLogin)).toBe(false)
  expect(goToLogin).not.toHaveBeenCalled()
  expect(removeScript).not.toHaveBeenCalled()
  expect(readToken()).toBe('new')
  expect(readSession().status).toBe('signed-in')
  expect(toasts.map((toast) => toast.message)).toEqual(['Try later'])
})

test('a sign-out after another tab’s sign-out still ends at Login', async () => {
  await adopt(reply)
  answers['/auth/logout'] = () => json(401, { code: 'unauthorized', message: 'Sign in again' })
  answers['/api/start'] = answers['/auth/logout']
  const goToLogin = vi.fn()
  onTestFinished(watchSession())
  expect(await signOut(goToLogin)).toBe(true)
  expect(goToLogin).toHaveBeenCalledTimes(1)
  expect(readToken()).toBeNull()
  expect(readSession()).toEqual({ status: 'signed-out' })
})

test('a new session loads its own user while the previous one is still loading', async () => {
  writeToken('old')
  let answer: (response: Response) => void = () => {}
  answers['/api/start'] = () => new Promise((resolve) => (answer = resolve))
  const before = loadSession()
  answers['/api/start'] = () => startOf(user)
  await adopt(reply)
  answer(json(200, { data: { ...user, id: 7 } }))
  await before
  expect(readSession()).toMatchObject({ status: 'signed-in', user: { id: 1 } })
})

test('a newer answer about the same user replaces the old one, that of another person does not', async () => {
  await adopt(reply)
  replaceUser({ ...user, first_name: 'New' } as unknown as User)
  expect(readSession()).toMatchObject({ user: { first_name: 'New' } })
  replaceUser({ ...user, id: 2, first_name: 'Other' } as unknown as User)
  expect(readSession()).toMatchObject({ user: { id: 1, first_name: 'New' } })
})

test.each([
  ['signing out', () => signOut(() => {})],
  ['a session that is over', async () => clearSession()],
  ['another sign-in', () => adopt(reply)],
])('%s forgets the own token of someone logged in as another', async (_what, leave) => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  writeToken('acting')
  keepOwnToken('mine')
  expect(readOwnToken()).toBe('mine')
  await leave()
  expect(readOwnToken()).toBeNull()
})
