import type { ModuleSlug, Role, StaffRole } from '#contract/core/constants.ts'
import type { ApiScope } from '#contract/core/scopes.ts'
import type { SeenLists } from '#server/platform/db/seen-lists.ts'

/** The session token or API key of a request. `expiresAt` null means until it is revoked. */
interface Credential {
  kind: 'session' | 'api_key'
  id: number
  expiresAt: Date | null
  /** Credits that an API key's runs may cost per day; null without a limit, absent for a session. */
  dailyCredits?: number | null
  /** Calls that an API key may make a minute; null for what the package allows, absent for a session. */
  callsPerMinute?: number | null
}

/** The real person behind a session as someone else. */
export interface Acting {
  userId: number
  accountId: number
  mode: 'read' | 'write'
}

/** The caller: one user of one account, signed in or by API key. */
export interface Actor {
  userId: number
  accountId: number
  realmId: number
  credential: Credential
  /** Scopes of an API key; null for a signed-in user, who is not limited by scopes. */
  scopes: readonly ApiScope[] | null
  role: Role
  /** An administrator's staff role; null for everyone else. */
  staffRole: StaffRole | null
  /** Effective module slugs: plan ∩ every ancestor's plan ∩ the member's grant. */
  modules: readonly string[]
  isMainUser: boolean
  accessToWallet: boolean
  /** Sees only lists that they created, with what belongs to these; absent: all of the account. */
  ownListsOnly?: boolean
  timeZone: string
  /** Of their dates and numbers, which also decides the order of texts; null or absent: none chosen. */
  locale?: string | null
  /** Who is logged in as this person; null otherwise. The audit log names both. */
  acting: Acting | null
  /** The account is closed and will be deleted. */
  isClosed?: boolean
  /** What billing and holds allow the account's members; everything when absent. */
  access?: 'full' | 'read_only' | 'locked'
}

/** What access rules may depend on. A new attribute is added here, and `rightsOf` or `findActor` fills it. */
export type Rights = Pick<
  Actor,
  'role' | 'staffRole' | 'modules' | 'isMainUser' | 'accessToWallet' | 'ownListsOnly'
>

export const isOwnerRole = (role: Role): boolean => role !== 'related'

/** The API key that calls; null for a person, and in an account below: the key is not one of that account. */
export const findKeyId = ({ credential, acting }: Pick<Actor, 'credential' | 'acting'>): number | null =>
  credential.kind === 'api_key' && acting === null ? credential.id : null

export const isOwner = (actor: Pick<Actor, 'isMainUser'>): boolean => actor.isMainUser
/** Runs the installation. Most of that also needs the module (`administer`). */
export const isAdministrator = (actor: Pick<Actor, 'role'>): boolean => actor.role === 'admin'
/** Whether an administrator with access to the admin panel has this staff role; owners have all of them. */
export const hasStaffRole = (
  actor: Pick<Actor, 'role' | 'staffRole' | 'modules'>,
  role: StaffRole,
): boolean =>
  isAdministrator(actor) &&
  hasModule(actor, 'admin') &&
  (actor.staffRole === 'owner' || actor.staffRole === role)
/** Statements name runs of the whole account. */
export const seesWallet = (actor: Pick<Actor, 'isMainUser' | 'accessToWallet' | 'ownListsOnly'>): boolean =>
  isOwner(actor) || (actor.accessToWallet && !actor.ownListsOnly)
/** What a person sees of their account. */
export const seenLists = ({
  accountId,
  userId,
  ownListsOnly,
}: Pick<Actor, 'accountId' | 'userId' | 'ownListsOnly'>): SeenLists => ({
  accountId,
  listsOf: ownListsOnly ? userId : null,
})
export const hasModule = (actor: Pick<Actor, 'modules'>, slug: ModuleSlug): boolean =>
  actor.modules.includes(slug)
/** The same person with these modules as well. */
export const withModules = (actor: Actor, slugs: readonly ModuleSlug[]): Actor => ({
  ...actor,
  modules: [...new Set([...actor.modules, ...slugs])],
})
export const isActingAs = (actor: Pick<Actor, 'acting'>): boolean => actor.acting !== null
/** Signed in personally: neither an API key nor an impersonator. */
export const isInPerson = (actor: Pick<Actor, 'credential' | 'acting'>): boolean =>
  actor.credential.kind === 'session' && !isActingAs(actor)
