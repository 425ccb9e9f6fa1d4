import { randomUUID } from 'node:crypto'
import { isSender, keepsContacts } from '#contract/core/crms/index.ts'
import { type LeadRow, markSent, suppressedLeads } from '#server/modules/leads/leads/index.ts'
import { recordHistory } from '#server/modules/leads/lists/index.ts'
import { sleep } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type ContactCrm, type CrmContext, CrmError } from '#server/providers/crms/index.ts'
import { findCompany } from './company-of-lead.ts'
import { findConnection, refuseConnection } from './connections-store.ts'
import { messageCrmsOf } from './crm-clients.ts'
import { awaitConnection, type CrmWork, callCrmForRun } from './crm-run.ts'
import { openCrmAccess } from './crm-tokens.ts'
import { writeFailed, writeSent } from './ledger-store.ts'
import {
  type Candidate,
  finishLeads,
  flattenValues,
  lookUp,
  makeIdentity,
  mayHaveCreated,
  planOne,
} from './plan-batch.ts'
import { findDropped, type LeadPlan } from './plan-lead.ts'

const TRIES = 5
const FIRST_PAUSE_MS = 500

interface Sent {
  remoteId: string | null
  isNew: boolean
  stored: Record<string, unknown> | null
  dropped: string[]
}

/** The lead was suppressed after its push was planned. */
class SuppressedMeanwhile extends Error {}

/** A sender emails whoever it gets, so the suppression list is asked again right before each attempt. */
async function refuseSuppressed(ctx: Context, { connection }: CrmWork, lead: LeadRow): Promise<void> {
  if (!isSender(connection.crm)) return
  const facts = { accountId: connection.account_id, values: [flattenValues(lead)] }
  if ((await suppressedLeads.ask(ctx, facts))[0]) throw new SuppressedMeanwhile()
}

/**
 * Sends one lead to a CRM with contacts. After a request without a response the contact is looked up before the
 * next attempt: it may have been stored.
 * @throws CrmError.
 */
async function store(ctx: Context, work: CrmWork, candidate: Candidate): Promise<Sent & { plan: LeadPlan }> {
  const { input } = work.context.run
  const { lead } = candidate
  let { plan } = candidate
  const mayBeOurs = mayHaveCreated(candidate)
  const isNew = plan.contact === null || mayBeOurs
  const company = findCompany(lead, input.type)
  for (let tries = 1; ; tries += 1) {
    try {
      const { contact, values, email, phone } = plan
      const write = {
        contact,
        values,
        email,
        phone,
        source: contact ? null : input.source,
        owner: input.owner,
        company,
      }
      const writeOnce = async (crm: ContactCrm, context: CrmContext) => {
        await refuseSuppressed(ctx, work, lead)
        return crm.write(context, write)
      }
      const { id } = await callCrmForRun(ctx, work, writeOnce, { isRepeatable: false })
      await callCrmForRun(ctx, work, (crm, context) => crm.addTags(context, id, input.tags))
      if (company)
        await callCrmForRun(ctx, work, async (crm, context) => crm.linkCompany?.(context, id, company))
      const stored = await callCrmForRun(ctx, work, (crm, context) => crm.read(context, id, lead.email))
      const sent = { ...values, ...(email !== null && { email }), ...(phone !== null && { phone }) }
      const dropped = findDropped(sent, stored?.values ?? {}, work.fields)
      return { plan, remoteId: id, isNew, stored: stored?.values ?? null, dropped }
    } catch (error) {
      if (!(error instanceof CrmError) || tries >= TRIES || !(error.retryable || error.code === 'invalid'))
        throw error
      // A rejected contact may still have been stored.
      if (error.code === 'invalid' && tries > 1) throw error
      await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1), work.context.signal)
      work.context.signal.throwIfAborted()
      const [match] = await lookUp(ctx, work, [makeIdentity(candidate)])
      const next = match ? planOne(work, lead, match) : plan
      if (error.code === 'invalid' && next.contact?.id === plan.contact?.id) throw error
      plan = next
    }
  }
}

/** Sends one lead as a message. Its arrival cannot be verified, so uncertain ones are not repeated. */
async function send(ctx: Context, work: CrmWork, { lead, plan, before }: Candidate): Promise<Sent> {
  const { context, connection } = work
  const crm = messageCrmsOf(ctx).get(connection.crm)
  if (!crm) throw new Error(`${connection.crm} takes no messages`)
  const body = {
    event: before?.sent_at ? 'lead.updated' : 'lead.created',
    delivery_id: randomUUID(),
    lead_id: lead.id,
    list_id: context.run.input.listId,
    list_type: context.run.input.type,
    tags: context.run.input.tags,
    source: context.run.input.source,
    ...plan.values,
  }
  for (;;) {
    const row = await findConnection(ctx.db, connection.account_id, connection.id)
    if (!row || row.state === 'refused') {
      await awaitConnection(ctx, work)
      continue
    }
    try {
      await crm.send({ url: openCrmAccess(ctx, row).secret, body }, context.signal)
      return { remoteId: null, isNew: !before?.sent_at, stored: null, dropped: [] }
    } catch (error) {
      if (!(error instanceof CrmError)) throw error
      if (error.code === 'refused')
        await refuseConnection(ctx.db, row, `${crm.label} no longer accepts leads at this address`)
      else if (error.code === 'rate_limited')
        await sleep((error.retryAfterSeconds ?? 1) * 1000, context.signal)
      else throw error
      context.signal.throwIfAborted()
    }
  }
}

export const UNKNOWN = 'We sent it but got no response, so it may have arrived. Retry sends it again'

/** Sends one lead whose intent is recorded, and records the result. */
export async function sendLead(ctx: Context, work: CrmWork, candidate: Candidate): Promise<void> {
  const { context, connection } = work
  const { lead, plan: first } = candidate
  const { account_id: accountId, id: runId, input } = context.run
  const place = { accountId, connectionId: connection.id, leadId: lead.id }
  try {
    const sent: Sent & { plan?: LeadPlan } = keepsContacts(connection.crm)
      ? await store(ctx, work, candidate)
      : await send(ctx, work, candidate)
    const conflicts = (sent.plan ?? first).conflicts
    const end = { leadId: lead.id, state: sent.isNew ? 'created' : 'updated', reason: null, conflicts }
    await finishLeads(ctx, work, [end], async () => {
      await markSent(ctx.db, { accountId, listId: input.listId }, [lead.id])
      await writeSent(ctx.db, place, { ...sent, campaign: work.campaign })
      await recordHistory(ctx.db, [
        {
          accountId,
          listId: input.listId,
          leadId: lead.id,
          runId,
          userId: context.run.created_by,
          event: 'lead.sent',
          detail: {
            crm: connection.crm,
            to: connection.label,
            remote_id: sent.remoteId,
            created: sent.isNew,
            ...(work.campaign && { campaign: work.campaign.name }),
          },
        },
      ])
    })
  } catch (error) {
    if (error instanceof SuppressedMeanwhile) {
      const end = { leadId: lead.id, state: 'skipped', reason: 'suppressed', conflicts: [] }
      await finishLeads(ctx, work, [end], () => writeFailed(ctx.db, place, 'On your suppression list'))
      return
    }
    if (!(error instanceof CrmError)) throw error
    const reason = !keepsContacts(connection.crm) && error.code === 'unavailable' ? UNKNOWN : error.message
    await finishLeads(ctx, work, [{ leadId: lead.id, state: 'failed', reason, conflicts: [] }], () =>
      writeFailed(ctx.db, place, reason),
    )
  }
}

/** Whether a lead was being sent as a message when the process crashed, so that it may or may not have arrived. */
export const isDoubtful = (work: CrmWork, { before }: Candidate): boolean =>
  !keepsContacts(work.connection.crm) && before?.state === 'sending' && before.run_id === work.context.run.id

/** Ends such a lead as failed, so that only a person can resend it. */
export const failDoubtful = (ctx: Context, work: CrmWork, { lead }: Candidate): Promise<void> =>
  finishLeads(ctx, work, [{ leadId: lead.id, state: 'failed', reason: UNKNOWN, conflicts: [] }], () =>
    writeFailed(
      ctx.db,
      { accountId: work.connection.account_id, connectionId: work.connection.id, leadId: lead.id },
      UNKNOWN,
    ),
  )
