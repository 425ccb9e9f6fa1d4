import { sql } from 'kysely'
import type { MailChannel } from '#contract/activity/notification-kinds/define.ts'
import type { ModuleSlug } from '#contract/core/constants.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Recipients: people by id, owners, whoever may see the wallet, or whoever may use a module. */
export type Audience = { userIds: readonly number[] } | { permission: 'owner' | 'wallet' | ModuleSlug }

/** A recipient with channels; `site_id` is the brand that the person knows. */
export interface Recipient {
  id: number
  email: string
  first_name: string
  is_sample: boolean
  time_zone: string
  site_id: number | null
  in_app: boolean | null
  mail: MailChannel | null
}

/** A site of their reseller's realm; null is the platform's own. */
const SITE_OF_REALM = sql<number | null>`(select s.id from site_info s join realm_info r on r.id = s.realm_id
    where s.realm_id = u.realm_id and r.owner_account_id is not null and coalesce(s.is_served, false)
    order by s.id limit 1)`

/** The site a person last used, else one of their realm. */
const SITE = sql<number | null>`coalesce(
  (select s.site_id from session_info s where s.user_id = u.id and s.actor_user_id is null
    order by s.last_active_at desc limit 1),
  ${SITE_OF_REALM})`

/** Notices to a brand's team that its own domain or mail fails: they can't depend on these. */
const ABOUT_OWN_BRAND = new Set(['domain_failing', 'domain_lost', 'mail_paused'])

const isOwner = sql<boolean>`u.is_owner`

function isRecipient(audience: Audience) {
  if ('userIds' in audience) return sql<boolean>`u.id = any(${audience.userIds}::bigint[])`
  const { permission } = audience
  if (permission === 'owner') return isOwner
  if (permission === 'wallet')
    return sql<boolean>`(${isOwner} or u.access_to_wallet and not u.own_lists_only)`
  // Whoever sees only their own lists learns of what they have started, by their id.
  return sql<boolean>`(${permission} = any(coalesce(u.granted_modules, a.modules))
    and (${isOwner} or not u.own_lists_only))`
}

/** Active recipients in an account, with their settings for a kind. */
export async function findRecipients(
  db: Db,
  accountId: number,
  audience: Audience,
  kind: string,
): Promise<Recipient[]> {
  const site = ABOUT_OWN_BRAND.has(kind) ? SITE_OF_REALM : SITE
  const { rows } = await sql<Recipient>`
    select u.id, u.email, u.first_name, u.is_sample, coalesce(u.time_zone, a.time_zone) as time_zone, ${site} as site_id, s.in_app, s.mail
    from member u
    join account_node a on a.id = u.account_id
    left join notification_setting s on s.account_id = u.account_id and s.user_id = u.id and s.kind = ${kind}
    where u.account_id = ${accountId} and u.state = 'active' and ${isRecipient(audience)}
    order by u.id`.execute(db)
  return rows
}

/** A person by id, for a mail; undefined when the person may not receive one. */
export async function findReader(db: Db, accountId: number, userId: number) {
  const { rows } = await sql<Pick<Recipient, 'id' | 'email' | 'first_name' | 'site_id'>>`
    select u.id, u.email, u.first_name, ${SITE} as site_id
    from member u
    join account_node a on a.id = u.account_id and a.closed_at is null
    where u.account_id = ${accountId} and u.id = ${userId} and u.state = 'active' and not u.is_sample`.execute(
    db,
  )
  return rows[0]
}

/** The platform's own accounts, which have no parent. */
export async function findRootAccounts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from account_node where parent_id is null and deleted_at is null order by id`.execute(db)
  return rows.map(({ id }) => id)
}
