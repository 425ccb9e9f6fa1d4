import { CRMS } from '#contract/constants.ts'
import { CRM_LABELS, type CrmConnection, type CrmId } from '#contract/crm.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { wakeRuns } from '#server/modules/runs/index.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type ContactCrm, CrmError } from '#server/providers/crms/index.ts'
import {
  type ConnectionRow,
  findConnection,
  forgetConnection,
  insertConsent,
  listConnections,
  takeConsent,
  updateConnection,
  upsertConnection,
} from './connections-store.ts'
import type { CrmAccessService, StoredAccess } from './crm-access.ts'
import { asCallError } from './crm-errors.ts'

export interface ConnectionsDeps {
  db: Db
  access: CrmAccessService
  crms: ReadonlyMap<CrmId, ContactCrm>
  /** CRMs that the brand of an account offers. */
  offeredTo(realmId: number): Promise<readonly CrmId[]>
  /** The address of a catch hook in its normal form. @throws AppError validation_failed at `url`. */
  checkHook(url: string): string
  publicUrl(): string
}

interface NewConnection {
  crm: CrmId
  token?: string | undefined
  location?: string | undefined
  url?: string | undefined
  label?: string | undefined
}

/** What was found out about a connection before it is stored. */
export interface AskedConnection {
  crm: CrmId
  way: ConnectionRow['way']
  access: StoredAccess
  account: string
  label: string
}

const HINT_LENGTH = 4
const hintOf = (secret: string) => (secret.length >= 12 ? secret.slice(-HINT_LENGTH) : null)

export const presentConnection = (row: ConnectionRow & { sent?: number }): CrmConnection => ({
  ...{ id: row.id, crm: row.crm, label: row.label, way: row.way, hint: row.hint },
  account: row.crm === 'zapier' ? null : row.remote_account,
  ...{ state: row.state, problem: row.problem, sent: row.sent ?? 0 },
  created_at: row.created_at.toISOString(),
  tested_at: row.tested_at?.toISOString() ?? null,
})

const redirectOf = (publicUrl: string) => `${publicUrl}/crm/callback`

/** Pushes and previews that wait for this connection go on at once. */
async function wakePushes(db: Db, accountId: number, connectionId: number): Promise<void> {
  const rows = await db
    .selectFrom('run')
    .select(['id', 'input'])
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['crm', 'crm_preview'])
    .where('state', '=', 'running')
    .execute()
  const ids = rows.filter(({ input }) => input.connectionId === connectionId).map(({ id }) => id)
  await wakeRuns(db, accountId, ids)
}

/** Connected CRMs: by token, by consent page, by the address of a catch hook. */
export function createConnections(deps: ConnectionsDeps) {
  const { db, access, crms } = deps

  async function refuseUnoffered(actor: Actor, crm: CrmId): Promise<void> {
    if (!(await deps.offeredTo(actor.realmId)).includes(crm))
      throw new AppError('conflict', `${CRM_LABELS[crm]} is not offered here`)
  }

  async function find(actor: Actor, id: number): Promise<ConnectionRow> {
    const row = await findConnection(db, actor.accountId, id)
    if (!row) throw notFound('The connection')
    return row
  }

  const contactCrm = (id: CrmId): ContactCrm => {
    const crm = crms.get(id)
    if (!crm) throw new AppError('conflict', `${CRM_LABELS[id]} has no consent page`)
    return crm
  }

  function askHook({ url, label }: NewConnection): AskedConnection {
    if (!url) throw invalidField('url', 'Enter the address of the catch hook')
    const checked = deps.checkHook(url)
    const account = hashToken(checked).slice(0, 16)
    return {
      crm: 'zapier',
      way: 'url',
      access: { secret: checked },
      account,
      label: label || CRM_LABELS.zapier,
    }
  }

  async function askToken(given: NewConnection, signal: AbortSignal): Promise<AskedConnection> {
    const { token, location = '', label } = given
    if (!token) throw invalidField('token', 'Enter the token')
    const place = given.crm === 'ghl' ? location : ''
    if (given.crm === 'ghl' && !place) throw invalidField('location', 'Enter the id of the location')
    const crm = contactCrm(given.crm)
    try {
      const { account, name } = await crm.test(access.newContext(crm, place, token, 'token', signal))
      return { crm: given.crm, way: 'token', access: { secret: token }, account, label: label || name }
    } catch (error) {
      if (error instanceof CrmError && ['refused', 'forbidden', 'gone', 'invalid'].includes(error.code))
        throw invalidField(
          'token',
          `${crm.label} does not accept this ${place ? 'token for this location' : 'token'}`,
        )
      throw asCallError(error)
    }
  }

  return {
    find,

    async list(actor: Actor) {
      const offered = await deps.offeredTo(actor.realmId)
      return {
        data: (await listConnections(db, actor.accountId)).map(presentConnection),
        offered: CRMS.filter((crm) => offered.includes(crm)).map((crm) => ({
          ...{ crm, label: CRM_LABELS[crm] },
          consent: Boolean(crms.get(crm)?.consent),
        })),
      }
    },

    /** Asks the CRM about what was typed. @throws AppError unless it may be stored. */
    async ask(actor: Actor, given: NewConnection, signal: AbortSignal): Promise<AskedConnection> {
      await refuseUnoffered(actor, given.crm)
      return given.crm === 'zapier' ? askHook(given) : askToken(given, signal)
    },

    /** Stores an access that was asked about. */
    async save(actor: Actor, asked: AskedConnection): Promise<CrmConnection> {
      const { accountId, userId } = actor
      return transaction(db, async () => {
        const row = await upsertConnection(db, {
          ...{ account_id: accountId, created_by: userId, crm: asked.crm, way: asked.way },
          ...{ label: asked.label.slice(0, 60), remote_account: asked.account },
          hint: asked.way === 'oauth' ? null : hintOf(asked.access.secret),
          sealed: access.seal(accountId, asked.crm, asked.account, asked.access),
        })
        await wakePushes(db, accountId, row.id)
        recordAudit(db, { accountId, subject: `crm:${row.id}`, detail: { crm: asked.crm, way: asked.way } })
        return presentConnection(row)
      })
    },

    /** The consent page, with a state that is good for one use by this person. */
    async beginConsent(actor: Actor, id: 'ghl' | 'keap'): Promise<string> {
      await refuseUnoffered(actor, id)
      const { consent, label } = contactCrm(id)
      if (!consent)
        throw new AppError('conflict', `This installation has no client at ${label}. Connect with a token`)
      const { token, hash } = newToken()
      const { accountId, userId } = actor
      await transaction(db, async () => {
        await insertConsent(db, { stateHash: hash, accountId, userId, crm: id })
        recordAudit(db, { accountId, subject: `crm:${id}` })
      })
      return consent.page(token, redirectOf(deps.publicUrl()))
    },

    /** Uses up the state and turns the code into tokens. @throws AppError. */
    async askConsent(
      actor: Actor,
      { state, code }: { state: string; code: string },
      signal: AbortSignal,
    ): Promise<AskedConnection> {
      const { accountId, userId } = actor
      const taken = await takeConsent(db, { accountId, userId }, hashToken(state))
      if (!taken) throw invalidField('state', 'This page was opened before or too late. Connect again')
      const crm = contactCrm(taken.crm)
      if (!crm.consent) throw new AppError('conflict', `This installation has no client at ${crm.label}`)
      try {
        const tokens = await crm.consent.exchange(code, redirectOf(deps.publicUrl()), signal)
        const context = access.newContext(crm, tokens.account ?? '', tokens.access, 'oauth', signal)
        const { account, name } = await crm.test(context)
        return { crm: taken.crm, way: 'oauth', access: access.storedOf(tokens), account, label: name }
      } catch (error) {
        if (error instanceof CrmError && error.code === 'refused')
          throw invalidField('code', `${crm.label} does not accept this code. Connect again`)
        throw asCallError(error)
      }
    },

    /** Asks whether the stored access is accepted. */
    async test(actor: Actor, id: number, signal: AbortSignal) {
      const row = await find(actor, id)
      const { accountId } = actor
      let message = 'Zapier takes leads at this address as far as can be told without sending one'
      if (row.crm !== 'zapier') {
        try {
          // A refused one is asked again: the person may have allowed it there.
          if (row.state === 'refused')
            await updateConnection(db, accountId, id, { state: 'ready', problem: null })
          await access.asking(accountId, id, signal, (crm, context) => crm.test(context))
          await wakePushes(db, accountId, id)
          message = `${CRM_LABELS[row.crm]} accepts the connection`
        } catch (error) {
          if (!(error instanceof CrmError) || error.code !== 'refused') throw asCallError(error)
          message = error.message
        }
      }
      return transaction(db, async () => {
        await updateConnection(db, accountId, id, { tested: true })
        recordAudit(db, { accountId, subject: `crm:${id}` })
        return { data: presentConnection(await find(actor, id)), message }
      })
    },

    disconnect: (actor: Actor, id: number): Promise<string> =>
      transaction(db, async () => {
        const gone = await forgetConnection(db, actor.accountId, id)
        if (!gone) throw notFound('The connection')
        recordAudit(db, { accountId: actor.accountId, subject: `crm:${id}` })
        return gone.label
      }),
  }
}
export type ConnectionsService = ReturnType<typeof createConnections>
