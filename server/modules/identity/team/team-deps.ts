import type { SignedIn } from '#contract/identity/user.ts'
import {
  type AccountRow,
  type AccountsService,
  lockAccount,
  lockMember,
  type UserRow,
} from '#server/modules/accounts/accounts/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { canDecide } from './team-policy.ts'

/** The origin of a call. */
export interface From {
  ip: string
  host: string
  userAgent: string
}

/** Dependencies of the team services. */
export interface TeamDeps {
  db: Db
  accounts: Pick<AccountsService, 'createUser' | 'updateUser' | 'findAccount'>
  lists: Pick<ListsService, 'countByCreator' | 'handOver'>
  wallet: Pick<Wallet, 'capsOf' | 'setCap' | 'spendingOf'>
  runs: Pick<RunsService, 'countByCreator'>
  mail: Pick<MailService, 'send'>
  notifications: Pick<Notifications, 'notify'>
  sites: Pick<SitesService, 'brandOf' | 'ofHost' | 'speakingTo'>
  limits: {
    /** Rate limit of invitation mails, per account. */
    invite: RateLimit
    /** Rate limit of invalid links, per network address. */
    accept: RateLimit
  }
  /** Ends every session of a user with its streams; returns how many there were. */
  revokeSessions(userId: number): Promise<number>
  /** Opens a session for a new member. */
  signIn(user: Pick<UserRow, 'id' | 'account_id'>, from: From): Promise<SignedIn>
  /** Which of these users sign in with a second factor. */
  secondFactorUsers(userIds: number[]): Promise<Set<number>>
  /** When each of these users was last active, without those who never were. */
  lastActive(userIds: number[]): Promise<Map<number, Date>>
  /** Records the acceptance of a site's terms. @throws AppError validation_failed when that is missing or outdated. */
  acceptTerms(acceptance: {
    userId: number
    siteId: number | null
    version: number | undefined
    ip: string
    userAgent: string
  }): Promise<void>
  passwordMinLength: number
}

/** A team locked until the transaction ends, with the acting owner. */
export interface LockedTeam {
  account: AccountRow
  isPlatform: boolean
  decider: UserRow
}

/**
 * Locks a team for a change. The actor's rights are checked again under the lock: of two owners who remove each
 * other's rights at the same moment, the second no longer may.
 * @throws AppError forbidden.
 */
export async function lockTeam(db: Db, actor: Actor): Promise<LockedTeam> {
  const account = await lockAccount(db, actor.accountId)
  if (!account) throw notFound('The account')
  const decider = await lockMember(db, account.id, actor.userId)
  if (!decider || !canDecide(decider))
    throw new AppError('forbidden', 'Only an owner of this account can do this')
  return { account, isPlatform: account.parent_id === null, decider }
}
