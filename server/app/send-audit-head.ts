import { appendFile } from 'node:fs/promises'
import type { AuditHead } from '#contract/core/audit-head.ts'

import { sendMail } from '#server/modules/branding/mail/index.ts'
import { readHead } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { AuditHeadTarget } from '#server/platform/env-audit.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import type { Log } from '#server/platform/log.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'

/** @throws OutboundError, or Error when the receiver replies with a status other than 2xx */
async function post(url: string, head: AuditHead, log: Log): Promise<void> {
  // Configured by the operator, so it may be in a private network.
  const outbound = createOutbound({
    userAgent: 'Leadwright',
    privateOrigins: [new URL(url).origin],
    log,
  })
  try {
    const { status } = await outbound.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(head),
      redirects: 'none',
      maxBytes: 64 * 1024,
    })
    if (status < 200 || status > 299) throw new Error(`The receiver returned ${status}`)
  } finally {
    await outbound.close()
  }
}

const SENDERS: Record<
  AuditHeadTarget['kind'],
  (ctx: Context, to: string, head: AuditHead) => Promise<unknown>
> = {
  file: (_ctx, to, head) => appendFile(to, `${JSON.stringify(head)}\n`, { mode: 0o600 }),
  webhook: ({ log }, to, head) => post(to, head, log),
  mail: (ctx, to, head) =>
    transaction(ctx.db, () =>
      sendMail(ctx, {
        siteId: null,
        to,
        template: 'audit-head',
        variables: { when: head.at, entries: head.entries, head: JSON.stringify(head) },
        secrets: {},
      }),
    ),
}

/**
 * Sends the signed head of the audit log to every target.
 * @throws Error naming the failed targets; the others have it
 */
export async function sendAuditHead(ctx: Context, targets: readonly AuditHeadTarget[]): Promise<void> {
  const { db, log } = ctx
  const head = targets.length > 0 ? await readHead(db, { signed: true }) : null
  if (!head) return
  const sent = await Promise.allSettled(targets.map(({ kind, to }) => SENDERS[kind](ctx, to, head)))
  const failed = sent.flatMap((result, at) => {
    if (result.status === 'fulfilled') return []
    log.error(
      { err: result.reason, target: targets[at]?.kind },
      'the head of the audit log could not be sent',
    )
    return [targets[at]?.kind]
  })
  if (failed.length > 0)
    throw new Error(`The head of the audit log could not be sent to the ${failed.join(' and the ')}`)
}

/** Runs every night after the check of the log, and retries failed targets: an extra head does no harm. */
export const auditHeadJob = (ctx: Context, targets: readonly AuditHeadTarget[]): JobDefinition<never> =>
  scheduledJob({
    name: 'audit-head',
    cron: '51 3 * * *',
    retries: 3,
    handle: () => sendAuditHead(ctx, targets),
  })
