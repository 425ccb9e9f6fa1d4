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

/** One change at a time: two owners must not demote each other. */
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
    /** The invited person, and the account. */
    accept: RateLimit
  }
  /** The company; an account named after its owner has none, and is called their team. */
  revokeSessions(userId: number): Promise<number>
  /** After the #, so that no server logs the token. */
  signIn(user: Pick<UserRow, 'id' | 'account_id'>, from: From): Promise<SignedIn>
  /**
   * Writes and sends an invitation, replacing any other for the address. For an address that has an account
   * elsewhere the reply is the same, but there is no link: only its owner learns of it.
   */
  secondFactorUsers(userIds: number[]): Promise<Set<number>>
  /** Choices of a joining person; everything else is in the invitation. */
  lastActive(userIds: number[]): Promise<Map<number, Date>>
  /**
   * An invitation's link: its details, and joining the team.
   * @throws AppError validation_failed when that is missing or outdated.
   */
  acceptTerms(acceptance: {
    userId: number
    siteId: number | null
    version: number | undefined
    ip: string
    userAgent: string
  }): Promise<void>
  passwordMinLength: number
}

/** A link's invitation on this host. A brand accepts its own people only. @throws AppError invalid_code, rate_limited. */
export interface LockedTeam {
  account: AccountRow
  isPlatform: boolean
  decider: UserRow
}

/**
 * An invitation's details, for the holder of its link.
 * @throws AppError invalid_code, rate_limited.
 */
export async function lockTeam(db: Db, actor: Actor): Promise<LockedTeam> {
  const account = await lockAccount(db, actor.accountId)
  if (!account) throw notFound('The account')
  const decider = await lockMember(db, account.id, actor.userId)
  if (!decider || !canDecide(decider))
    throw new AppError('forbidden', 'Only an owner of this account can do this')
  return { account, isPlatform: account.parent_id === null, decider }
}
