import type { Capability } from '#contract/core/capabilities.ts'
import type { ModuleSlug } from '#contract/core/constants.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { START_QUERIES } from '#contract/identity/start-queries.ts'
import type { SignedIn, User } from '#contract/identity/user.ts'
import { ApiError, call, setUnauthorizedListener } from './api.ts'
import { showBrandOf } from './branding.ts'
import { shell } from './endpoints.ts'
import { setFormats } from './format.ts'
import { queryClient } from './freshness.ts'
import { removeInjected } from './injected.ts'
import { setListTypes } from './list-ref.ts'
import { keepFirst } from './query-client.ts'
import { noteTeam } from './script-zone.ts'
import { createStore, useStore } from './store.ts'
import { keepOwnToken, onTokenChange, readToken, writeToken } from './token.ts'

type Start = Reply<typeof shell.start>['data']
export type ListType = NonNullable<Start['list_types']>['data'][number]

/**
 * Session state (spec section 4). `unreachable`: there is a token, but the server could not be asked whose;
 * nobody is signed out and a retry page is shown.
 */
export type Session =
  /** `why` is the server's message when it rejected the session. */
  | { status: 'signed-out'; why?: string }
  | { status: 'token' }
  | { status: 'unreachable'; error: ApiError }
  /** `ended`: the server rejected the session, with this message; the screen waits for a new sign-in. */
  | { status: 'signed-in'; user: User; listTypes: ListType[]; ended?: string }

const fresh = (): Session => (readToken() ? { status: 'token' } : { status: 'signed-out' })
type SignedInSession = Extract<Session, { status: 'signed-in' }>
const store = createStore<Session>(fresh())
let loading: { token: string; session: Promise<Session> } | undefined
/** This tab is changing the token itself and decides what happens to the screen. */
let changingToken = false
/** The last token that the server rejected during work: other tabs keep their screens, too. */
const ENDED_KEY = 'ended_session'
const ENDED_ELSEWHERE = 'Your session has ended. Sign in again'
/** The token of this tab, as far as `watchSession` has noticed. */
let lastToken: string | null = null
/** Someone is signing out: rejected calls meanwhile need no message. */
let leaving = false

export const readSession = store.get
export const useSession = (): Session => useStore(store)
/** Calls back on every change of the session. Returns a function that stops. */
export const onSessionChange = store.subscribe

/** The signed-in user. Only for screens in the base layout, which is not rendered without one. */
export function useUser(): User {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('This screen needs a signed-in user')
  return session.user
}

const NO_TYPES: readonly ListType[] = []

/** The list types from sign-in; empty if they could not be loaded. */
export function useListTypes(): readonly ListType[] {
  const session = useSession()
  return session.status === 'signed-in' ? session.listTypes : NO_TYPES
}

export const ownsModule = (user: Pick<User, 'modules'>, slug: ModuleSlug): boolean =>
  user.modules.some((m) => m.slug === slug)

/** Whether a person has a capability. True if none is required. */
export const can = (user: Pick<User, 'can'>, capability?: Capability): boolean =>
  !capability || user.can.includes(capability)

/** Whether the signed-in user has a capability. Only for screens in the base layout. */
export const useCan = (capability: Capability): boolean => can(useUser(), capability)

/** Sets formats, brand and cookie first, before anything renders with the new session. */
function keep(next: Session): void {
  const user = next.status === 'signed-in' ? next.user : null
  if (user) noteTeam(user)
  showBrandOf(user?.acting?.brand ?? null)
  setFormats(next.status === 'signed-in' ? next.user.formats : null)
  store.set(next)
}

function settle(next: Session): Session {
  keep(next)
  return next
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError({
        code: 'unexpected',
        message: 'We couldn’t read the server’s response.',
        status: 0,
      })

const isEnded = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'unauthorized'

function setToken(token: string | null): void {
  changingToken = true
  writeToken(token)
  changingToken = false
}

/** The session ended during work: after signing in again, people continue where they were. */
function keepScreen(now: SignedInSession, token: string, error: ApiError): Session {
  try {
    localStorage.setItem(ENDED_KEY, token)
  } catch {
    // Makes other tabs show the sign-in page.
  }
  setToken(null)
  return settle({ ...now, ended: error.message })
}

/**
 * The session after another tab removed the token: the screen stays if the token was rejected there, not if someone
 * signed out.
 */
function sessionWithout(token: string | null): Session {
  const now = store.get()
  const hasEnded = token !== null && endedToken() === token
  return hasEnded && now.status === 'signed-in'
    ? { ...now, ended: ENDED_ELSEWHERE }
    : { status: 'signed-out' }
}

/** Where the frame would ask next. What it knows already may be newer. */
function keepStart({ checklist, limits, runs, unread, to_review }: Start): void {
  keepFirst(checklist, shell.checklist)
  keepFirst(limits, shell.userLimits)
  keepFirst(runs, shell.runs, { query: START_QUERIES.runs })
  keepFirst(unread, shell.unreadNotifications)
  keepFirst(to_review, shell.aiTexts, { query: START_QUERIES.to_review })
}

/** During an upgrade an older process may answer, which does not have `start` yet. */
async function askOlderServer(error: unknown): Promise<{ data: Start }> {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
  const [me, list_types] = await Promise.all([
    // Shown instead: nothing: it only reads
    call(shell.me, { quiet: true }),
    call(shell.listTypes, { quiet: true }).catch(() => null),
  ])
  return {
    data: { me, list_types, checklist: null, limits: null, runs: null, unread: null, to_review: null },
  }
}

async function fetchSession(token: string): Promise<Session> {
  try {
    // Shown instead: nothing: it only reads
    const { data } = await call(shell.start, { quiet: true }).catch(askOlderServer)
    const { me, list_types } = data
    const types = list_types?.data ?? []
    if (readToken() !== token) return store.get()
    const before = store.get()
    if (before.status === 'signed-in' && before.user.id !== me.data.id) queryClient.clear()
    else if (before.status === 'signed-in' && before.ended !== undefined) void queryClient.invalidateQueries()
    keepStart(data)
    setListTypes(types)
    return settle({ status: 'signed-in', user: me.data, listTypes: types })
  } catch (error) {
    if (readToken() !== token) return store.get()
    const now = store.get()
    if (!leaving && now.status === 'signed-in' && isEnded(error)) return keepScreen(now, token, error)
    if (!isRefusal(error)) return settle({ status: 'unreachable', error: asApiError(error) })
    clearSession(leaving ? undefined : asApiError(error).message)
    return store.get()
  }
}

/** The token that was rejected during work, here or in another tab; null if none was. */
function endedToken(): string | null {
  try {
    return localStorage.getItem(ENDED_KEY)
  } catch {
    return null
  }
}

/** Loads the user and the list types if there is a token (spec section 2); at most one request at a time. */
export function loadSession(options: { again?: boolean } = {}): Promise<Session> {
  const token = readToken()
  const now = store.get()
  if (now.status === 'signed-in' && now.ended !== undefined && !token) return Promise.resolve(now)
  // A call of this tab may be rejected before it hears that another tab has removed the token.
  if (!token) return Promise.resolve(now.status === 'signed-out' ? now : settle(sessionWithout(lastToken)))
  if (now.status === 'signed-in' && !options.again) return Promise.resolve(now)
  // A request in flight for another token says nothing about this one.
  if (loading?.token === token) return loading.session
  const session = fetchSession(token).finally(() => {
    if (loading?.session === session) loading = undefined
  })
  loading = { token, session }
  return session
}

/** The reason has been shown: the next visit to the sign-in page shows nothing. */
export function forgetReason(): void {
  if (store.get().status === 'signed-out') settle({ status: 'signed-out' })
}

/** Clears token, user and all cached data; the sign-in page shows `why`. */
export function clearSession(why?: string): void {
  writeToken(null)
  keepOwnToken(null)
  settle({ status: 'signed-out', ...(why ? { why } : {}) })
  queryClient.clear()
}

/** Starts the session of a successful sign-in, whichever way. Never throws. */
export async function adopt(reply: SignedIn): Promise<void> {
  const { authorisation, user } = reply.data
  const now = store.get()
  if (now.status === 'signed-in' && now.ended !== undefined && now.user.id === user.id) {
    setToken(authorisation.token)
    settle({ status: 'signed-in', user, listTypes: now.listTypes })
    void queryClient.invalidateQueries()
    return
  }
  queryClient.clear()
  writeToken(authorisation.token)
  keepOwnToken(null)
  store.set({ status: 'token' })
  await loadSession()
}

/** Replaces the signed-in user with newer data; nothing is refetched. */
export function replaceUser(user: User): void {
  const now = store.get()
  if (now.status === 'signed-in' && now.user.id === user.id) keep({ ...now, user })
}

/**
 * Signs out in the order of spec section 4: only after the server's success are the chat widget and injected
 * scripts removed, the token cleared, the Login page shown and then the user cleared. A failure shows a
 * toast. A token that the server no longer knows was already signed out, here or in another tab, and counts
 * as success.
 */
export async function signOut(goToLogin: () => Promise<void> | void): Promise<boolean> {
  leaving = true
  let elsewhere: string | undefined
  try {
    const reply = await call(shell.logout)
    if (reply.success !== true) return false
    elsewhere = reply.sign_out_url
  } catch (error) {
    // The client has shown the server's message; the session stays.
    if (!isEnded(error)) return false
  } finally {
    leaving = false
  }
  removeInjected()
  setToken(null)
  keepOwnToken(null)
  try {
    await goToLogin()
  } finally {
    settle({ status: 'signed-out' })
    queryClient.clear()
    // The session at the provider of a sign-on ends too; it leads back to the Login page.
    if (elsewhere) location.assign(elsewhere)
  }
  return true
}

/** Watches tokens of other tabs and rejected calls. Call once at startup. @returns a function that stops */
export function watchSession(): () => void {
  setUnauthorizedListener(() => {
    if (readToken()) void loadSession({ again: true })
  })
  lastToken = readToken()
  const stop = onTokenChange(() => {
    const token = readToken()
    const last = lastToken
    const changed = token !== lastToken
    lastToken = token
    if (!changed || changingToken) return
    const now = store.get()
    if (now.status === 'signed-in' && token) return void loadSession({ again: true })
    const next = token ? fresh() : sessionWithout(last)
    if (next.status !== 'signed-in') queryClient.clear()
    settle(next)
    if (token) void loadSession()
  })
  return () => {
    setUnauthorizedListener(() => {})
    stop()
  }
}
