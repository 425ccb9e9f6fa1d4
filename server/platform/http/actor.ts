import type { ModuleSlug, Role, StaffRole } from '#contract/core/constants.ts'
import type { ApiScope } from '#contract/core/scopes.ts'

/** What a caller showed: the token of a session or an API key. `expiresAt` null means until it is revoked. */
interface Credential {
  kind: 'session' | 'api_key'
  id: number
  expiresAt: Date | null
  /** Credits that runs of an API key may cost a day; null without a limit, absent for a session. */
  dailyCredits?: number | null
}

/** The real person behind a session as someone else. */
export interface Acting {
  userId: number
  accountId: number
  mode: 'read' | 'write'
}

/** Who is calling: one user within one account, signed in or by an API key. */
export interface Actor {
  userId: number
  accountId: number
  realmId: number
  credential: Credential
  /** What an API key may do; null is a person who has signed in, who may do everything of their own. */
  scopes: readonly ApiScope[] | null
  role: Role
  /** Which staff of the platform an administrator is; null for everyone else. */
  staffRole: StaffRole | null
  /** Effective module slugs: plan ∩ every ancestor's plan ∩ the member's grant. */
  modules: readonly string[]
  isMainUser: boolean
  accessToWallet: boolean
  timeZone: string
  /** Whoever is logged in as this person; null when the person is there in person. The audit log names both. */
  acting: Acting | null
  /** The account is closed and waits to be deleted. */
  isClosed?: boolean
  /** What billing and holds leave to the people of the account; everything when absent. */
  access?: 'full' | 'read_only' | 'locked'
}

/** What rules may depend on. A new attribute of a person is added here, and `rightsOf` or `findActor` fills it. */
export type Rights = Pick<Actor, 'role' | 'staffRole' | 'modules' | 'isMainUser' | 'accessToWallet'>

/** Whether a member with this role is an owner of the account. */
export const isOwnerRole = (role: Role): boolean => role !== 'related'

export const isOwner = (actor: Pick<Actor, 'isMainUser'>): boolean => actor.isMainUser
/** Runs the installation; most of that also needs the module (`administer`). */
export const isAdministrator = (actor: Pick<Actor, 'role'>): boolean => actor.role === 'admin'
/** Whether an administrator who may open the admin panel has this staff role, or is an owner and so has all of them. */
export const hasStaffRole = (
  actor: Pick<Actor, 'role' | 'staffRole' | 'modules'>,
  role: StaffRole,
): boolean =>
  isAdministrator(actor) &&
  hasModule(actor, 'admin') &&
  (actor.staffRole === 'owner' || actor.staffRole === role)
export const seesWallet = (actor: Pick<Actor, 'isMainUser' | 'accessToWallet'>): boolean =>
  isOwner(actor) || actor.accessToWallet
export const hasModule = (actor: Pick<Actor, 'modules'>, slug: ModuleSlug): boolean =>
  actor.modules.includes(slug)
/** Whether someone else is signed in as this person. */
export const isActingAs = (actor: Pick<Actor, 'acting'>): boolean => actor.acting !== null
/** The person, signed in: not a program with their key, and nobody who acts as them. */
export const isInPerson = (actor: Pick<Actor, 'credential' | 'acting'>): boolean =>
  actor.credential.kind === 'session' && !isActingAs(actor)
