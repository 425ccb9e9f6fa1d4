import type { AccountClosing } from '#contract/account-closing.ts'
import { CLOSING_DAYS, CLOSING_WARNING_DAYS } from '#contract/constants.ts'
import { MESSAGES } from '#contract/messages.ts'
import type { AccountsService } from '#server/modules/accounts/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { MailService } from '#server/modules/mail/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import type { SecondFactorService } from '#server/modules/second-factor/index.ts'
import type { SessionsService } from '#server/modules/sessions/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import type { Storage } from '#server/platform/storage/disk.ts'
import {
  countBelow,
  findClosingFacts,
  findPeople,
  findToDelete,
  findToWarn,
  isParentClosed,
  lastSiteOf,
  lockAccount,
  setClosed,
  setWarned,
} from './account-closing-store.ts'
import { deleteAccount } from './delete-account.ts'

export interface AccountClosingDeps {
  db: Db
  storage: Pick<Storage, 'remove'>
  accounts: Pick<AccountsService, 'findUser' | 'requirePassword'>
  secondFactor: Pick<SecondFactorService, 'isEnabled' | 'verify'>
  sessions: Pick<SessionsService, 'revokeAll'>
  runs: Pick<RunsService, 'cancelOfAccount'>
  sites: Pick<SitesService, 'ofHost' | 'brandOf'>
  mail: Pick<MailService, 'send'>
  /** Tries per user to prove who they are. */
  tries: RateLimit
  clock?: Clock
}

/** What closing asks for beside the name of the account. */
export interface ClosingProof {
  name: string
  password?: string | undefined
  code?: string | undefined
}

const DAY_MS = 24 * 60 * 60_000
/** Where a closed account is seen, whatever address was asked for. */
const CLOSED_PATH = '/account-closed'

const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS)

const cannotClose = (below: number) =>
  new AppError(
    'conflict',
    `${below === 1 ? '1 account is' : `${below} accounts are`} still open below yours. Move or close ${below === 1 ? 'it' : 'them'} first`,
  )

/** Closing an account, the grace in which that can be undone, and what happens at its end. */
export function createAccountClosing(deps: AccountClosingDeps) {
  const { db, sites } = deps
  const clock = deps.clock ?? systemClock

  async function proofOf(actor: Actor): Promise<AccountClosing['proof']> {
    const user = await deps.accounts.findUser(actor.userId)
    if (user?.password_hash) return 'password'
    return (await deps.secondFactor.isEnabled(actor.userId)) ? 'code' : 'name'
  }

  async function show(actor: Actor): Promise<AccountClosing> {
    const facts = await findClosingFacts(db, actor.accountId)
    if (!facts) throw notFound('The account')
    const { lists, leads, members, runs, webhooks, api_keys, credits } = facts
    return {
      closed_at: facts.closed_at?.toISOString() ?? null,
      delete_at: facts.delete_at?.toISOString() ?? null,
      proof: await proofOf(actor),
      loses: { lists, leads, members, runs, webhooks, api_keys, credits },
      accounts_below: facts.accounts_below,
    }
  }

  /** Closing must be done by the person, and is asked for again. */
  async function prove(actor: Actor, { password, code }: ClosingProof): Promise<void> {
    if (actor.actorUserId !== null)
      throw new AppError('forbidden', 'Only the owner can close the account, not who acts as the owner')
    const proof = await proofOf(actor)
    if (proof === 'password') await deps.accounts.requirePassword(actor.userId, password)
    if (proof !== 'code') return
    if (!code) throw invalidField('code', MESSAGES.required)
    await deps.tries.consume(String(actor.userId))
    if (!(await transaction(db, () => deps.secondFactor.verify(actor.userId, code))))
      throw new AppError(
        'invalid_code',
        'This code is wrong or was used already. Wait for the next one of your app.',
      )
    await deps.tries.reset(String(actor.userId))
  }

  /** Writes to the owners of an account; `siteId` is the brand that they know. */
  async function tellOwners(
    accountId: number,
    siteId: number | null,
    template: 'account-closed' | 'account-deletion-soon' | 'account-reopened',
    facts: { account_name: string; delete_at: Date },
  ): Promise<void> {
    const { url } = await sites.brandOf(siteId)
    for (const person of await findPeople(db, accountId)) {
      if (person.role === 'related') continue
      const common = { siteId, to: person.email, accountId, userId: person.id }
      const variables = { first_name: person.first_name, account_name: facts.account_name }
      const secrets = { link: `${url}${template === 'account-reopened' ? '/' : CLOSED_PATH}` }
      if (template === 'account-reopened') await deps.mail.send({ ...common, template, variables, secrets })
      else
        await deps.mail.send({
          ...common,
          template,
          variables: { ...variables, when: facts.delete_at.toISOString() },
          secrets,
        })
    }
  }

  return {
    show,

    /** @throws AppError conflict (accounts below, the first account), forbidden, validation_failed, invalid_code, rate_limited. */
    async close(actor: Actor, host: string, proof: ClosingProof): Promise<AccountClosing> {
      await prove(actor, proof)
      const siteId = (await sites.ofHost(host))?.id ?? null
      await transaction(db, async () => {
        const account = await lockAccount(db, actor.accountId)
        if (!account) throw notFound('The account')
        if (proof.name !== account.name) throw invalidField('name', `Type ${account.name} to go on`)
        if (account.parent_id === null)
          throw new AppError('conflict', 'The first account of an installation cannot be closed')
        const below = await countBelow(db, actor.accountId)
        if (below > 0) throw cannotClose(below)
        const closed_at = clock.now()
        const delete_at = daysAfter(closed_at, CLOSING_DAYS)
        await setClosed(db, actor.accountId, { closed_at, closed_by: actor.userId, delete_at })
        await deps.runs.cancelOfAccount(actor.accountId)
        for (const { id } of await findPeople(db, actor.accountId))
          await deps.sessions.revokeAll(id, id === actor.userId ? actor.credential.id : null)
        const detail = { delete_at: delete_at.toISOString() }
        recordAudit(db, { accountId: actor.accountId, subject: `account:${actor.accountId}`, detail })
        await tellOwners(actor.accountId, siteId, 'account-closed', { account_name: account.name, delete_at })
      })
      return show(actor)
    },

    /** @throws AppError conflict when it is open, too late, or the account above is closed. */
    async reopen(actor: Actor, host: string): Promise<AccountClosing> {
      const siteId = (await sites.ofHost(host))?.id ?? null
      await transaction(db, async () => {
        const account = await lockAccount(db, actor.accountId)
        if (!account?.delete_at) throw new AppError('conflict', 'This account is open')
        if (account.delete_at <= clock.now())
          throw new AppError('conflict', 'This account is being deleted. It cannot be reopened any more')
        if (account.parent_id !== null && (await isParentClosed(db, account.parent_id)))
          throw new AppError('conflict', 'The account above yours is closed. It has to be reopened first')
        await setClosed(db, actor.accountId, { closed_at: null, closed_by: null, delete_at: null })
        recordAudit(db, { accountId: actor.accountId, subject: `account:${actor.accountId}` })
        await tellOwners(actor.accountId, siteId, 'account-reopened', {
          account_name: account.name,
          delete_at: account.delete_at,
        })
      })
      return show(actor)
    },

    /** Every night: warns a week before, and deletes what the grace has run out for. */
    async tidy(): Promise<void> {
      const now = clock.now()
      for (const { id } of await findToDelete(db, now)) await deleteAccount(deps, id, now)
      for (const { id } of await findToWarn(db, daysAfter(now, CLOSING_WARNING_DAYS)))
        await transaction(db, async () => {
          const delete_at = await setWarned(db, id, now)
          const facts = delete_at && (await findClosingFacts(db, id))
          if (!delete_at || !facts) return
          await tellOwners(id, await lastSiteOf(db, id), 'account-deletion-soon', {
            account_name: facts.name,
            delete_at,
          })
        })
    },
  }
}

export type AccountClosingService = ReturnType<typeof createAccountClosing>
