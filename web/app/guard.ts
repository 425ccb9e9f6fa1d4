import type { Capability } from '#contract/core/capabilities.ts'
import type { User } from '#contract/identity/user.ts'
import { can, ownsModule, type Session } from '../lib/session.ts'
import type { Page } from './pages/index.ts'
import { childFor, homePath, mayOpen } from './sidebar.ts'

/** What the navigation guard decides. `load`: the user is not known yet, fetch and ask again. */
export type Decision =
  | { do: 'allow' }
  | { do: 'load' }
  /** `say` tells someone why they do not see what they asked for; with `upgrade`, another package may have it. */
  | { do: 'redirect'; to: string; message?: string; upgrade?: boolean }
  | { do: 'retry-page' }

const ALLOW: Decision = { do: 'allow' }
/** What an owner of a closed account sees, whatever was asked for. */
const CLOSED_PATH = '/account-closed'
/** What people of a locked account see. */
const LOCKED_PATH = '/account-locked'
const redirect = (to: string): Decision => ({ do: 'redirect', to })

type Target = Pick<Page, 'path' | 'title' | 'layout' | 'module' | 'can' | 'training' | 'redirectTo'>

const ownersOnly = (title: string): string => `${title} is for owners of the account only`
const ownerHint = (title: string): string => `You don’t have access to ${title}. Ask an owner of the account`
/** What someone who lacks a capability reads; else that the page is for owners. */
const REFUSALS: Partial<Record<Capability, (title: string) => string>> = {
  see_work: ownerHint,
  see_crm: ownerHint,
  use_wallet: () => 'You don’t have access to the wallet. Ask an owner of the account',
}

/** Why a page is not this person's. */
function refusal({ title, module, can: capability }: Target, user: User): string {
  if (module && !ownsModule(user, module)) return `${title} is not part of your account`
  if (module === 'admin' && !can(user, 'see_admin')) return `${title} is for staff of the platform only`
  if (capability && !can(user, capability)) return (REFUSALS[capability] ?? ownersOnly)(title)
  return `${title} is turned off here`
}

/** What the guard knows: the session, and whether a token is stored (they differ for a moment while signing out). */
export interface GuardState {
  session: Session
  hasToken: boolean
  /** A link of a mail with a secret of its own led here. */
  byLink?: boolean
}

/** The rules of navigation for one target, `/` being the base layout. Pure: the router acts on the answer. */
export function decide(target: Target | '/', { session, hasToken, byLink }: GuardState): Decision {
  if (target !== '/' && target.layout === 'plain') return ALLOW
  // A new password is set by link even while someone is signed in: who has none yet sets the first one like this.
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

/** Stands for the application's own origin, whatever it is. */
const INSIDE = 'https://inside.invalid'

/** An address inside the application that may be returned to after signing in, or undefined. */
export function safeReturn(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  // As a browser would read it: it skips tabs and line ends, and takes a backslash for a slash.
  const { origin, pathname, search, hash } = new URL(path, INSIDE)
  const decoded = pathname.replace(/%(?:0[9ad]|5c)/gi, '')
  if (origin !== INSIDE || decoded.startsWith('//') || pathname + search + hash !== path) return undefined
  return path === '/' || /^\/(login|register|forgot-password)(?![\w-])/.test(path) ? undefined : path
}
