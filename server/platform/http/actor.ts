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

export const isOwner = (who: Pick<Actor, 'isMainUser'>): boolean => who.isMainUser
/** Runs the installation; most of that also needs the module (`administer`). */
export const isAdministrator = (who: Pick<Actor, 'role'>): boolean => who.role === 'admin'
/** Whether an administrator who may open the admin panel has this staff role, or is an owner and so has all of them. */
export const hasStaffRole = (who: Pick<Actor, 'role' | 'staffRole' | 'modules'>, role: StaffRole): boolean =>
  isAdministrator(who) && hasModule(who, 'admin') && (who.staffRole === 'owner' || who.staffRole === role)
export const seesWallet = (who: Pick<Actor, 'isMainUser' | 'accessToWallet'>): boolean =>
  isOwner(who) || who.accessToWallet
export const hasModule = (who: Pick<Actor, 'modules'>, slug: ModuleSlug): boolean =>
  who.modules.includes(slug)
/** Whether someone else is signed in as this person. */
export const isActingAs = (who: Pick<Actor, 'acting'>): boolean => who.acting !== null
/** The person, signed in: not a program with their key, and nobody who acts as them. */
export const isInPerson = (who: Pick<Actor, 'credential' | 'acting'>): boolean =>
  who.credential.kind === 'session' && !isActingAs(who)
