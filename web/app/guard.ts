import type { Session } from '../lib/session.ts'
import type { RouteEntry } from './route-table.ts'
import { homePath, mayOpen } from './sidebar.ts'

/** What the navigation guard decides. `load`: the user is not known yet, fetch and ask again. */
export type Decision =
  | { do: 'allow' }
  | { do: 'load' }
  | { do: 'redirect'; to: string }
  | { do: 'retry-page' }

const ALLOW: Decision = { do: 'allow' }
const redirect = (to: string): Decision => ({ do: 'redirect', to })

type Target = Pick<RouteEntry, 'layout' | 'module' | 'wallet' | 'redirectTo'>

/** The rules of spec section 2 for one target, `/` being the base layout. Pure: the router acts on the answer. */
export function decide(target: Target | '/', session: Session): Decision {
  if (target !== '/' && target.layout === 'auth') {
    return session.status === 'signed-out' ? ALLOW : redirect('/')
  }
  if (session.status === 'signed-out') return redirect('/login')
  if (session.status === 'token') return { do: 'load' }
  if (session.status === 'unreachable') return { do: 'retry-page' }
  if (target === '/') return redirect(homePath(session.user))
  if (!mayOpen(target, session.user)) return redirect('/')
  return target.redirectTo ? redirect(target.redirectTo) : ALLOW
}

/** An address inside the application that may be returned to after signing in, or undefined. */
export function safeReturn(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return undefined
  return path === '/' || path.startsWith('/login') ? undefined : path
}
