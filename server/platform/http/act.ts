import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditAction } from '#contract/core/audit.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Actor } from './actor.ts'

/** What a caller is doing right now: an endpoint at work. */
export interface Act {
  endpoint: string
  /** What the audit log will say about it; undefined for calls that change nothing. */
  action: AuditAction | undefined
  actor: Actor | null
  /** Whether the log has been told: written to, or that nothing was changed after all. */
  audited: boolean
}

const acts = new AsyncLocalStorage<Act>()

/** The call that the running code serves; undefined in jobs. */
export const currentAct = (): Act | undefined => acts.getStore()

/**
 * Runs the handler of an endpoint as an act. One that answers without having told the audit log what it did is a
 * fault: in tests it fails, in production `onSilence` is notified.
 */
export async function asAct<T>(
  endpoint: Endpoint,
  actor: Actor | null,
  work: () => Promise<T>,
  onSilence: (act: Act) => void,
): Promise<T> {
  const act: Act = { endpoint: endpoint.name, action: endpoint.audit, actor, audited: false }
  const answer = await acts.run(act, work)
  if (act.action && !act.audited) onSilence(act)
  return answer
}

/** Says that the call at work has changed nothing although it might have: an unknown address, a repetition. */
export function markUnchanged(): void {
  const act = currentAct()
  if (act) act.audited = true
}
