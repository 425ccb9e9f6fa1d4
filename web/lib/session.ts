import type { ModuleSlug } from '#contract/constants.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { SignedIn, User } from '#contract/user.ts'
import { ApiError, call, setUnauthorizedListener } from './api.ts'
import { shell } from './endpoints.ts'
import { setFormats } from './format.ts'
import { queryClient } from './freshness.ts'
import { removeInjected } from './injected.ts'
import { setListTypes } from './list-ref.ts'
import { createStore, useStore } from './store.ts'
import { onTokenChange, readToken, writeToken } from './token.ts'

export type ListType = Reply<typeof shell.listTypes>['data'][number]

/**
 * Where the session stands (spec section 4). `unreachable`: there is a token, but the server could not say whose,
 * so nobody is signed out and a retry page is shown.
 */
export type Session =
  /** `why` is what the server said when it no longer knew the session. */
  | { status: 'signed-out'; why?: string }
  | { status: 'token' }
  | { status: 'unreachable'; error: ApiError }
  | { status: 'signed-in'; user: User; listTypes: ListType[] }

const fresh = (): Session => (readToken() ? { status: 'token' } : { status: 'signed-out' })
const store = createStore<Session>(fresh())
let loading: { token: string; session: Promise<Session> } | undefined
let signingOut = false
/** Somebody is leaving of their own will: a refusal meanwhile is nothing to tell them. */
let leaving = false

/** The session now. */
export const readSession = store.get
/** The session, followed by the component. */
export const useSession = (): Session => useStore(store)
/** Calls back at every change of the session; answers the way to stop. */
export const onSessionChange = store.subscribe

/** The signed-in user. Only for screens inside the base layout, which is not drawn without one. */
export function useUser(): User {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('This screen needs a signed-in user')
  return session.user
}

const NO_TYPES: readonly ListType[] = []

/** The list types as the server told them at sign-in; empty where it could not. */
export function useListTypes(): readonly ListType[] {
  const session = useSession()
  return session.status === 'signed-in' ? session.listTypes : NO_TYPES
}

/** Whether the user owns a module. */
export const ownsModule = (user: Pick<User, 'modules'>, slug: ModuleSlug): boolean =>
  user.modules.some((m) => m.slug === slug)

/** Formats come before whoever hears of the person draws. */
function keep(next: Session): void {
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
        message: 'The server gave an answer that cannot be read.',
        status: 0,
      })

async function fetchSession(token: string): Promise<Session> {
  try {
    const [me, types] = await Promise.all([
      call(shell.me, { quiet: true }),
      call(shell.listTypes, { quiet: true }).catch(() => ({ data: [] as ListType[] })),
    ])
    if (readToken() !== token) return store.get()
    setListTypes(types.data)
    return settle({ status: 'signed-in', user: me.data, listTypes: types.data })
  } catch (error) {
    if (readToken() !== token) return store.get()
    if (!isRefusal(error)) return settle({ status: 'unreachable', error: asApiError(error) })
    clearSession(leaving ? undefined : asApiError(error).message)
    return store.get()
  }
}

/** Loads the user and the list types when a token is there (spec section 2); at most one request at a time. */
export function loadSession(options: { again?: boolean } = {}): Promise<Session> {
  const token = readToken()
  const now = store.get()
  if (!token) return Promise.resolve(now.status === 'signed-out' ? now : settle({ status: 'signed-out' }))
  if (now.status === 'signed-in' && !options.again) return Promise.resolve(now)
  // What is under way for another token answers nothing about this one.
  if (loading?.token === token) return loading.session
  const session = fetchSession(token).finally(() => {
    if (loading?.session === session) loading = undefined
  })
  loading = { token, session }
  return session
}

/** It has been said why the session ended: the next visit of the sign-in page says nothing. */
export function forgetWhy(): void {
  if (store.get().status === 'signed-out') settle({ status: 'signed-out' })
}

/** Forgets token and user, and everything the server told about them; `why` is said where one signs in again. */
export function clearSession(why?: string): void {
  writeToken(null)
  settle({ status: 'signed-out', ...(why ? { why } : {}) })
  queryClient.clear()
}

/** Begins the session of a reply that signed somebody in, whichever way it was asked for. Never throws. */
export async function adopt(reply: SignedIn): Promise<void> {
  queryClient.clear()
  writeToken(reply.data.authorisation.token)
  store.set({ status: 'token' })
  await loadSession()
}

/** Puts a newer answer about the signed-in user in place of the old one; nothing is asked or drawn anew. */
export function replaceUser(user: User): void {
  const now = store.get()
  if (now.status === 'signed-in' && now.user.id === user.id) keep({ ...now, user })
}

const isEnded = (error: unknown): boolean => error instanceof ApiError && error.code === 'unauthorized'

/**
 * Signs out in the order of spec section 4: only after the server's success are the chat widget and injected
 * scripts removed, the token cleared, the Login page shown and then the user cleared. A failure is a toast. A token
 * that the server no longer knows has been signed out already, here or in another tab, and counts as success.
 */
export async function signOut(goToLogin: () => Promise<void> | void): Promise<boolean> {
  leaving = true
  try {
    const reply = await call(shell.logout)
    if (reply.success !== true) return false
  } catch (error) {
    // The client has shown the server's message; the session stays as it is.
    if (!isEnded(error)) return false
  } finally {
    leaving = false
  }
  removeInjected()
  signingOut = true
  writeToken(null)
  try {
    await goToLogin()
  } finally {
    signingOut = false
    settle({ status: 'signed-out' })
    queryClient.clear()
  }
  return true
}

/** Follows the token of other tabs and calls that the server refuses. Call once at start. @returns ends it. */
export function watchSession(): () => void {
  setUnauthorizedListener(() => {
    if (readToken()) void loadSession({ again: true })
  })
  let known = readToken()
  const stop = onTokenChange(() => {
    const token = readToken()
    const changed = token !== known
    known = token
    if (!changed || signingOut) return
    queryClient.clear()
    settle(fresh())
    if (token) void loadSession()
  })
  return () => {
    setUnauthorizedListener(() => {})
    stop()
  }
}
