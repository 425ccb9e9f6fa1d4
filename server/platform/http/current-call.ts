import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditAction } from '#contract/core/audit.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Actor } from './actor.ts'

/** An endpoint call in progress. */
export interface EndpointCall {
  endpoint: string
  /** Its audit action; undefined for calls that change nothing. */
  action: AuditAction | undefined
  actor: Actor | null
  /** The caller's program, as it names itself. */
  userAgent: string
  /** Whether an audit entry was written, or the call marked as unchanged. */
  audited: boolean
}

const acts = new AsyncLocalStorage<EndpointCall>()

/** The call that the running code serves; undefined in jobs. */
export const currentCall = (): EndpointCall | undefined => acts.getStore()

/**
 * Runs an endpoint's handler. One that neither wrote an audit entry nor marked the call as unchanged is a fault: in
 * tests it fails, in production `onSilence` is called.
 */
export async function auditedCall<T>({
  endpoint,
  actor,
  work,
  onMissingAudit,
  userAgent = '',
}: {
  endpoint: Pick<Endpoint, 'name' | 'audit'>
  actor: Actor | null
  work: () => Promise<T>
  onMissingAudit: (act: EndpointCall) => void
  userAgent?: string
}): Promise<T> {
  const act: EndpointCall = {
    endpoint: endpoint.name,
    action: endpoint.audit,
    actor,
    userAgent,
    audited: false,
  }
  const answer = await acts.run(act, work)
  if (act.action && !act.audited) onMissingAudit(act)
  return answer
}

/** Marks the current call as having changed nothing after all: an unknown address, a repetition. */
export function markUnchanged(): void {
  const act = currentCall()
  if (act) act.audited = true
}
