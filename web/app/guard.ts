import { isInside } from '#contract/core/addresses.ts'
import type { Capability } from '#contract/core/capabilities.ts'
import type { User } from '#contract/identity/user.ts'
import { can, ownsModule, type Session } from '../lib/session.ts'
import type { Page } from './pages/index.ts'
import { childFor, homePath, mayOpen } from './sidebar.ts'

/** Decision of the navigation guard. `load`: the user is unknown, fetch it and decide again. */
export type Decision =
  | { do: 'allow' }
  | { do: 'load' }
  /** `message` says why the page can’t be shown; with `upgrade`, another package may include it. */
  | { do: 'redirect'; to: string; message?: string; upgrade?: boolean }
  | { do: 'retry-page' }

const ALLOW: Decision = { do: 'allow' }
/** The page of a closed account for its owner, whatever address was opened. */
const CLOSED_PATH = '/account-closed'
/** The page of a locked account for its members. */
const LOCKED_PATH = '/account-locked'
const redirect = (to: string): Decision => ({ do: 'redirect', to })

type Target = Pick<Page, 'path' | 'title' | 'layout' | 'module' | 'can' | 'training' | 'redirectTo'>

const ownersOnly = (title: string): string => `Only owners of the account can open ${title}`
const ownerHint = (title: string): string => `You don’t have access to ${title}. Ask an owner of your account`
/** Message for someone without a capability; the default is that the page is for owners. */
const REFUSALS: Partial<Record<Capability, (title: string) => string>> = {
  see_work: ownerHint,
  see_crm: ownerHint,
  see_all_lists: (title) =>
    `You see only your own lists, and ${title} is about all of the account. Ask an owner`,
  use_wallet: () => 'You don’t have access to the wallet. Ask an owner of your account',
}

/** Why a page is not available to this person. */
function refusal({ title, module, can: capability }: Target, user: User): string {
  if (module && !ownsModule(user, module)) return `Your account doesn’t include ${title}`
  if (module === 'admin' && !can(user, 'see_admin')) return `Only platform staff can open ${title}`
  if (capability && !can(user, capability)) return (REFUSALS[capability] ?? ownersOnly)(title)
  return `${title} is turned off here`
}

/** Input of the guard: the session, and whether a token is stored (they differ briefly during sign-out). */
export interface GuardState {
  session: Session
  hasToken: boolean
  /** The target was opened by a mailed link with its own secret. */
  byLink?: boolean
}

/** Navigation rules for one target, `/` being the base layout. Pure: the router acts on the result. */
export function decide(target: Target | '/', { session, hasToken, byLink }: GuardState): Decision {
  if (target !== '/' && target.layout === 'plain') return ALLOW
  // A new password is set by link even while signed in: people without a password set their first one this way.
  if (target !== '/' && target.layout === 'auth') return hasToken && !byLink ? redirect('/') : ALLOW
  if (!hasToken && session.status !== 'signed-in') return redirect('/login')
  if (session.status === 'token' || session.status === 'signed-out') return { do: 'load' }
  if (session.status === 'unreachable') return { do: 'retry-page' }
  if (session.user.account.delete_at !== null) return redirect(CLOSED_PATH)
  if (session.user.account.access.level === 'locked') return redirect(LOCKED_PATH)
  if (target === '/') return redirect(homePath(session.user))
  if (!mayOpen(target, session.user)) {
    const { module } = target
    const upgrade = module !== undefined && module !== 'admin' && !ownsModule(session.user, module)
    return { do: 'redirect', to: '/', message: refusal(target, session.user), ...(upgrade && { upgrade }) }
  }
  return target.redirectTo ? redirect(childFor(target, session.user)) : ALLOW
}

/** An internal address to return to after sign-in, or undefined. */
export function safeReturn(path: unknown): string | undefined {
  if (typeof path !== 'string' || !isInside(path)) return undefined
  return path === '/' || /^\/(login|register|forgot-password)(?![\w-])/.test(path) ? undefined : path
}
