import { randomBytes } from 'node:crypto'
import { EVENT_LEADS, type WebhookEventType } from '#contract/activity/webhook-events.ts'
import { beforeCommit, type Db, perTransaction, transaction } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import { type EventFacts, insertEvents, type NewEvent } from './deliveries-store.ts'
import { listeningWebhooks } from './webhooks-store.ts'

/** Message kind that deliveries are waiting; it wakes the workers. */
export const WEBHOOKS_WAIT = 'webhooks_wait'

export type LeadFate = 'added' | 'changed' | 'deleted'

interface PendingEvent {
  type: WebhookEventType
  listId: number | null
  data: EventFacts
}
/** One account's events of one transaction. */
interface Batch {
  events: PendingEvent[]
  /** By list, the final change of each of its leads; null: none. */
  leads: Map<number, Map<number, LeadFate | null>>
}

const BATCHES = Symbol('webhook events')

/** Combines two changes of one lead in one transaction. */
function joined(before: LeadFate | null | undefined, now: LeadFate): LeadFate | null {
  if (!before) return now
  if (before === 'added') return now === 'deleted' ? null : 'added'
  if (before === 'deleted') return now === 'deleted' ? 'deleted' : 'changed'
  return now === 'added' ? 'changed' : now
}

function leadEvents(leads: Batch['leads']): PendingEvent[] {
  const pending: PendingEvent[] = []
  for (const [listId, fates] of leads)
    for (const fate of ['added', 'changed', 'deleted'] as const) {
      const ids = [...fates].flatMap(([id, leadFate]) => (leadFate === fate ? [id] : []))
      for (let at = 0; at < ids.length; at += EVENT_LEADS)
        pending.push({ type: `lead.${fate}`, listId, data: { lead_ids: ids.slice(at, at + EVENT_LEADS) } })
    }
  return pending
}

export const newMessageId = (): string => `msg_${randomBytes(18).toString('base64url')}`

/** Events of a list precede those of its leads; endings come last. */
const inOrder = ({ events, leads }: Batch): PendingEvent[] => {
  const first = events.filter(({ type }) => type === 'list.created')
  return [...first, ...leadEvents(leads), ...events.filter((event) => !first.includes(event))]
}

async function write(db: Db, accountId: number, batch: Batch): Promise<void> {
  const webhooks = await listeningWebhooks(db, accountId)
  if (webhooks.length === 0) return
  const events = inOrder(batch).flatMap(({ type, listId, data }): NewEvent[] => {
    const receivers = webhooks.filter(
      (webhook) => (webhook.list_id === null || webhook.list_id === listId) && webhook.events.includes(type),
    )
    return receivers.length === 0 ? [] : [{ messageId: newMessageId(), type, listId, data, receivers }]
  })
  if (events.length === 0) return
  await insertEvents(db, accountId, events)
  await wakeDispatchers(db, accountId)
}

/** The open transaction's events of an account, written once right before it commits. */
function findBatch(db: Db, accountId: number): Batch {
  const batches = perTransaction(db, BATCHES, () => new Map<number, Batch>())
  const known = batches.get(accountId)
  if (known) return known
  const batch: Batch = { events: [], leads: new Map() }
  batches.set(accountId, batch)
  beforeCommit(db, async () => {
    // After the audit log, whose head is another lock that everyone takes last: always in this order.
    beforeCommit(db, async () => {
      batches.delete(accountId)
      await write(db, accountId, batch)
    })
  })
  return batch
}

/** Tells the workers that deliveries of an account are waiting. */
export const wakeDispatchers = (db: Db, accountId: number): Promise<void> =>
  publish(db, { accountId, kind: WEBHOOKS_WAIT, id: 0 })

/** Emits an event to webhooks, in its transaction. Costs one query when nobody subscribes. */
export const emitEvent = (db: Db, accountId: number, event: PendingEvent): Promise<void> =>
  transaction(db, async () => void findBatch(db, accountId).events.push(event))

/**
 * Emits changes of a list's leads to webhooks, in the same transaction. A transaction's changes of a lead are
 * one event; many leads are emitted in events of at most 100.
 */
export async function emitLeads(
  db: Db,
  place: { accountId: number; listId: number },
  fate: LeadFate,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await transaction(db, async () => {
    const { leads } = findBatch(db, place.accountId)
    const fates = leads.get(place.listId) ?? new Map<number, LeadFate | null>()
    leads.set(place.listId, fates)
    for (const id of ids) fates.set(id, joined(fates.get(id), fate))
  })
}

/** Emits which leads of a list are won by a change of their status, and which are not any more. */
export async function emitWins(
  db: Db,
  { accountId, listId }: { accountId: number; listId: number },
  changes: readonly { id: number; before: string | null; after: string | null }[],
): Promise<void> {
  const won = changes.filter(({ before, after }) => before !== 'won' && after === 'won')
  const undone = changes.filter(({ before, after }) => before === 'won' && after !== 'won')
  for (const [type, leads] of [
    ['lead.won', won],
    ['lead.won_undone', undone],
  ] as const)
    for (let at = 0; at < leads.length; at += EVENT_LEADS) {
      const lead_ids = leads.slice(at, at + EVENT_LEADS).map(({ id }) => id)
      await emitEvent(db, accountId, { type, listId, data: { lead_ids } })
    }
}
