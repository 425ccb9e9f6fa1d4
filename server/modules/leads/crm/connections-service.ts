import { CRMS } from '#contract/core/constants.ts'
import type { CrmConnection, CrmId } from '#contract/leads/crm.ts'
import { CRM_KINDS, keepsContacts } from '#contract/leads/crm-kinds.ts'
import { wakeRuns } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import { type ContactCrm, CrmError } from '#server/providers/crms/index.ts'
import { type CheckedConnection, createConnectionCheck } from './check-connection.ts'
import * as store from './connections-store.ts'
import { createConsent } from './consent.ts'
import type { CrmAccessService } from './crm-access.ts'
import { asCallError } from './crm-errors.ts'
import { createOfferedCrms } from './offered-crms.ts'

export interface ConnectionsDeps {
  db: Db
  access: CrmAccessService
  crms: ReadonlyMap<CrmId, ContactCrm>
  /** CRMs offered by an account's brand. */
  offeredTo(realmId: number): Promise<readonly CrmId[]>
  /** The normalized URL of a catch hook. @throws AppError validation_failed at `url`. */
  checkHook(crm: CrmId, url: string): string
  /** The redirect URL of a CRM's consent page for a host. */
  originOf(host: string): Promise<string>
}

const HINT_LENGTH = 4
const hintOf = (secret: string) => (secret.length >= 12 ? secret.slice(-HINT_LENGTH) : null)

const presentConnection = (row: store.ConnectionRow & { sent?: number }): CrmConnection => ({
  ...pick(row, 'id', 'crm', 'label', 'way', 'hint'),
  account: keepsContacts(row.crm) ? row.remote_account : null,
  state: row.state,
  problem: row.problem,
  sent: row.sent ?? 0,
  created_at: row.created_at.toISOString(),
  tested_at: row.tested_at?.toISOString() ?? null,
})

/** Resumes pushes and previews waiting for this connection. */
async function wakePushes(db: Db, accountId: number, connectionId: number): Promise<void> {
  const rows = await db
    .selectFrom('run_info')
    .select(['id', 'input'])
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['crm', 'crm_preview'])
    .where('state', '=', 'running')
    .execute()
  const ids = rows.filter(({ input }) => input.connectionId === connectionId).map(({ id }) => id)
  await wakeRuns(db, accountId, ids)
}

/** Connected CRMs: by token, OAuth, or catch hook URL. */
export function createConnections({ db, access, crms, offeredTo, checkHook, originOf }: ConnectionsDeps) {
  const offered = createOfferedCrms({ crms, offeredTo })

  async function find(actor: Actor, id: number): Promise<store.ConnectionRow> {
    const row = await store.findConnection(db, actor.accountId, id)
    if (!row) throw notFound('The connection')
    return row
  }

  return {
    find,
    lookUp: createConnectionCheck({ access, offered, checkHook }),
    ...createConsent({ db, access, offered, originOf }),

    async list(actor: Actor) {
      const ids = await offeredTo(actor.realmId)
      return {
        data: (await store.listConnections(db, actor.accountId)).map(presentConnection),
        offered: CRMS.filter((crm) => ids.includes(crm)).map((crm) => ({
          crm,
          label: CRM_KINDS[crm].label,
          consent: Boolean(crms.get(crm)?.consent),
        })),
      }
    },

    /** Stores checked credentials. */
    async save(actor: Actor, checked: CheckedConnection): Promise<CrmConnection> {
      const { accountId, userId } = actor
      return transaction(db, async () => {
        const row = await store.upsertConnection(db, {
          account_id: accountId,
          created_by: userId,
          crm: checked.crm,
          way: checked.way,
          label: checked.label.slice(0, 60),
          remote_account: checked.account,
          hint: checked.way === 'oauth' ? null : hintOf(checked.access.secret),
          sealed: access.seal(accountId, checked.crm, checked.account, checked.access),
        })
        await wakePushes(db, accountId, row.id)
        recordAudit(db, {
          accountId,
          subject: `crm:${row.id}`,
          detail: { crm: checked.crm, way: checked.way },
        })
        return presentConnection(row)
      })
    },

    /** Checks whether the stored credentials are accepted. */
    async test(actor: Actor, id: number, signal: AbortSignal) {
      const row = await find(actor, id)
      const { accountId } = actor
      const { label } = CRM_KINDS[row.crm]
      let message = `This looks like a valid ${label} address. We can’t fully test it without sending a lead`
      if (keepsContacts(row.crm)) {
        try {
          // Rejected credentials are tried again: someone may have allowed them in the CRM since.
          if (row.state === 'refused')
            await store.updateConnection(db, accountId, id, { state: 'ready', problem: null })
          await access.callCrm(accountId, id, signal, (crm, context) => crm.test(context))
          await wakePushes(db, accountId, id)
          message = `${label} connection works`
        } catch (error) {
          if (!(error instanceof CrmError) || error.code !== 'refused') throw asCallError(error)
          message = error.message
        }
      }
      return transaction(db, async () => {
        await store.updateConnection(db, accountId, id, { tested: true })
        recordAudit(db, { accountId, subject: `crm:${id}` })
        return { data: presentConnection(await find(actor, id)), message }
      })
    },

    disconnect: (actor: Actor, id: number): Promise<string> =>
      transaction(db, async () => {
        const removed = await store.forgetConnection(db, actor.accountId, id)
        if (!removed) throw notFound('The connection')
        recordAudit(db, { accountId: actor.accountId, subject: `crm:${id}` })
        return removed.label
      }),
  }
}
export type ConnectionsService = ReturnType<typeof createConnections>
