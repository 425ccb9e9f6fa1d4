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

/** Where a call comes from. */
export interface From {
  ip: string
  host: string
  userAgent: string
}

/** What a team is on. */
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
    /** Mails with invitations, per account. */
    invite: RateLimit
    /** Links that lead nowhere, per network address. */
    accept: RateLimit
  }
  /** Ends every session of a user and the streams that hang on them; answers how many there were. */
  revokeSessions(userId: number): Promise<number>
  /** Opens a session for someone who has just joined. */
  signIn(user: Pick<UserRow, 'id' | 'account_id'>, from: From): Promise<SignedIn>
  /** Which of these users sign in with a second factor. */
  secondFactorUsers(userIds: number[]): Promise<Set<number>>
  /** When each of these users was last active; absent are those who never were. */
  lastActive(userIds: number[]): Promise<Map<number, Date>>
  /** Records that the terms of a site were accepted. @throws AppError validation_failed when that is missing or outdated. */
  acceptTerms(acceptance: {
    userId: number
    siteId: number | null
    version: number | undefined
    ip: string
    userAgent: string
  }): Promise<void>
  passwordMinLength: number
}

/** A team that is held until the transaction ends, with who decides about it. */
export interface HeldTeam {
  account: AccountRow
  isPlatform: boolean
  decider: UserRow
}

/**
 * Holds a team for a change. Who decides is looked at again under the lock: of two owners who take each other's
 * rights at the same moment, the second no longer may. @throws AppError forbidden.
 */
export async function holdTeam(db: Db, actor: Actor): Promise<HeldTeam> {
  const account = await lockAccount(db, actor.accountId)
  if (!account) throw notFound('The account')
  const decider = await lockMember(db, account.id, actor.userId)
  if (!decider || !canDecide(decider))
    throw new AppError('forbidden', 'Only an owner of this account can do this')
  return { account, isPlatform: account.parent_id === null, decider }
}
