import { type CrmPolicy, crmPreviewRun, crmRun } from '#contract/activity/run-kinds/crm.ts'
import type { RunInput } from '#contract/activity/run-kinds/define.ts'
import { FINAL_RUN_STATES } from '#contract/activity/runs.ts'
import { CRM_KINDS, keepsContacts } from '#contract/leads/crm-kinds.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ConnectionsService } from './connections-service.ts'
import type { CrmAccessService } from './crm-access.ts'
import type { CrmFieldsService } from './fields-service.ts'
import { insertCrmItems, lockPush, unsentOf } from './ledger-store.ts'
import { createPushReads, findPush } from './show-pushes.ts'

export interface PushDeps {
  db: Db
  lists: ListsService
  leads: LeadsService
  runs: RunsService
  startRun: StartRun
  connections: ConnectionsService
  fields: CrmFieldsService
  access: CrmAccessService
}

export interface PushRequest {
  type: ListTypeId
  listId: number
  connectionId: number
  selection: { resultIds: number[] } | { filters: LeadFilters; first?: number | undefined }
  tags: string[]
  owner: string | null
  onlyVerified: boolean
  onlyNew: boolean
  policy: CrmPolicy | null
}

type Input = RunInput<typeof crmRun>

const unique = (texts: readonly string[]): string[] =>
  [...new Map(texts.toReversed().map((word) => [word.toLowerCase(), word])).values()].toReversed()

/** Pushes and previews: starting them, their results, and the ledger. The work is in crm-executor.ts. */
export function createPushService(deps: PushDeps) {
  const { db, lists, leads, runs, startRun, connections, fields, access } = deps

  /** Allows one push at a time per connection and list: two would look up the same leads before either has sent them. */
  async function requireNoPush(actor: Actor, listId: number, connectionId: number): Promise<void> {
    await lockPush(db, actor.accountId, connectionId, listId)
    const busy = await db
      .selectFrom('run_info as run')
      .select(['id', 'input'])
      .where('account_id', '=', actor.accountId)
      .where('kind', '=', 'crm')
      .where('state', 'in', ['queued', 'running'])
      .execute()
    if (busy.some(({ input }) => input.listId === listId && input.connectionId === connectionId))
      throw conflict('This list is already being pushed. Wait for it to finish, or stop it', {
        details: { busy: true },
      })
  }

  async function inputOf(actor: Actor, request: PushRequest): Promise<{ input: Input; label: string }> {
    const row = await connections.find(actor, request.connectionId)
    const list = await lists.facts(actor.accountId, request.listId)
    const { items, version } = await fields.mapping(actor, row.id, request.type)
    const { policy, owner } = request
    if (owner && !keepsContacts(row.crm))
      throw invalidField('owner', `${CRM_KINDS[row.crm].label} doesn’t support owners`)
    return {
      label: row.label,
      input: {
        type: request.type,
        listId: request.listId,
        connectionId: row.id,
        onlyVerified: request.onlyVerified,
        onlyNew: request.onlyNew,
        items: policy === null ? items : items.map((item) => ({ ...item, policy })),
        mappingVersion: version,
        tags: unique([...(list?.tags ?? []), ...request.tags]),
        source: list?.lead_source ?? null,
        owner: owner || null,
      },
    }
  }

  async function startWork(
    actor: Actor,
    definition: typeof crmRun | typeof crmPreviewRun,
    work: { input: Input; label: string; ids: number[] },
  ) {
    const { input, label, ids } = work
    const list = await lists.find(actor, input.listId, input.type)
    if (ids.length === 0) throw invalidField('selection', 'Select at least one lead')
    const verb = definition.kind === 'crm' ? 'Push to' : 'Preview for'
    return transaction(db, async () => {
      if (definition.kind === 'crm') await requireNoPush(actor, input.listId, input.connectionId)
      const { run } = await startRun(actor, definition as typeof crmRun, {
        title: `${verb} ${label}: ${list.name}`,
        list,
        plan: { input, total: ids.length },
        work: (place) => insertCrmItems(db, place, ids),
      })
      return { run, list_id: list.id }
    })
  }

  async function start(actor: Actor, definition: typeof crmRun | typeof crmPreviewRun, request: PushRequest) {
    const scope = await leads.scopeOf(actor, request.listId, request.type)
    const ids = await leads.idsOf(scope, request.selection)
    return startWork(actor, definition, { ...(await inputOf(actor, request)), ids })
  }

  return {
    ...createPushReads({ db, lists, runs, access }),

    preview: (actor: Actor, request: PushRequest) => start(actor, crmPreviewRun, request),
    push: (actor: Actor, request: PushRequest) => start(actor, crmRun, request),

    /** Starts a push of failed and skipped leads of another one, with the same options. */
    async retry(actor: Actor, id: number) {
      const run = await findPush(runs, actor, id)
      if (run.kind !== 'crm') throw notFound('The push')
      if (!(FINAL_RUN_STATES as readonly string[]).includes(run.state))
        throw conflict('This push is still in progress')
      const { connectionId } = run.input
      const ids = await unsentOf(db, actor.accountId, { runId: id, connectionId })
      if (ids.length === 0) throw conflict('No leads failed in this push')
      const row = await connections.find(actor, run.input.connectionId)
      return startWork(actor, crmRun, { input: run.input, label: row.label, ids })
    },
  }
}
export type PushService = ReturnType<typeof createPushService>
