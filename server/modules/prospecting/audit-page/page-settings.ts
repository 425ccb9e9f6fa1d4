import { type AuditPage, NO_AUDIT_PAGE } from '#contract/prospecting/audits.ts'
import { findAuditLimit } from '#server/modules/accounts/plans/index.ts'
import {
  ensureSiteScope,
  findSiteScope,
  findSiteUrl,
  type SiteRow,
} from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { findLabels } from '#server/modules/leads/leads/index.ts'
import { findListFacts } from '#server/modules/leads/lists/index.ts'
import { findServices } from '#server/modules/leads/services/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import { countThisMonth, findPage, type PageSettings, savePage } from './audits-store.ts'

/** The id of a site where mails, addresses and texts are asked for; null is the platform’s. */
export const brandId = ({ is_platform, id }: Pick<SiteRow, 'is_platform' | 'id'>): number | null =>
  is_platform ? null : id

const SETTINGS = Object.keys(NO_AUDIT_PAGE) as (keyof PageSettings)[]

/** The settings of a stored page, or those of a site that has none. */
export const readSettings = (row: PageSettings | undefined): PageSettings =>
  pick({ ...NO_AUDIT_PAGE, ...row }, ...SETTINGS)

/** A list that can receive the leads of an audit page; null when there is none. */
export async function findLeadList(ctx: Context, accountId: number, listId: number | null) {
  const list = listId === null ? null : await findListFacts(ctx, accountId, listId)
  if (!list || list.is_deleted || (list.type !== 'local' && list.type !== 'single')) return null
  return { id: list.id, type: list.type as 'local' | 'single' }
}

async function findProblem(
  ctx: Context,
  { accountId, site, settings }: { accountId: number; site: SiteRow | null; settings: PageSettings },
): Promise<string | null> {
  if (!(await findLeadList(ctx, accountId, settings.list_id)))
    return 'Choose a list that receives the leads. The one that was chosen is gone or in the trash'
  const url = site && (await findSiteUrl(ctx, brandId(site)))
  const shared = ctx.site.whiteLabelSuiteDomain
  if (!url || (shared && url === `https://${shared}`)) return 'Add a domain first: the page is shown on it'
  return (await findAuditLimit(ctx.db, accountId)) === 0
    ? 'Your package includes no audits. Upgrade to use the page'
    : null
}

async function presentPage(ctx: Context, accountId: number, site: SiteRow | null): Promise<AuditPage> {
  const row = site ? await findPage(ctx.db, { accountId, siteId: site.id }) : undefined
  const settings = readSettings(row)
  const [{ used, resetsAt }, limit, base] = await Promise.all([
    countThisMonth(ctx.db, accountId),
    findAuditLimit(ctx.db, accountId),
    findSiteUrl(ctx, site ? brandId(site) : null),
  ])
  return {
    ...settings,
    url: `${base}/audit`,
    embed_code: `<script src="${base}/embed/audit.js" async></script>`,
    problem: settings.is_on ? await findProblem(ctx, { accountId, site, settings }) : null,
    used,
    limit,
    resets_at: resetsAt.toISOString(),
  }
}

export async function showAuditPage(ctx: Context, actor: Actor): Promise<AuditPage> {
  const { account, site } = await findSiteScope(ctx, actor, undefined)
  return presentPage(ctx, account.id, site)
}

/** Records of the account that the settings name. @throws AppError validation_failed for those of others */
async function checkRecords(ctx: Context, accountId: number, settings: PageSettings): Promise<void> {
  const { list_id, label_ids, notify_ids, service_ids, is_on } = settings
  if (list_id !== null && !(await findLeadList(ctx, accountId, list_id)))
    throw invalidField('list_id', 'Choose a list of local businesses or company websites')
  if (is_on && list_id === null) throw invalidField('list_id', 'Choose the list that receives the leads')
  const labels = new Set((await findLabels(ctx.db, accountId)).map(({ id }) => id))
  if (label_ids.some((id) => !labels.has(id))) throw invalidField('label_ids', 'This label doesn’t exist')
  const services = new Set((await findServices(ctx.db, accountId)).map(({ id }) => id))
  if (service_ids?.some((id) => !services.has(id)))
    throw invalidField('service_ids', 'This service doesn’t exist')
  const members = await ctx.db
    .selectFrom('member')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '<>', 'removed')
    .execute()
  if (notify_ids.some((id) => !members.some((member) => member.id === id)))
    throw invalidField('notify_ids', 'This person isn’t a member of the account')
}

/** Changes the settings that are given. */
export const saveAuditPage = (
  ctx: Context,
  actor: Actor,
  change: { [Key in keyof PageSettings]?: PageSettings[Key] | undefined },
): Promise<AuditPage> =>
  transaction(ctx.db, async () => {
    const { account, site } = await ensureSiteScope(ctx, actor, undefined)
    const place = { accountId: account.id, siteId: site.id }
    const before = readSettings(await findPage(ctx.db, place))
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const after: PageSettings = { ...before, ...given }
    // Whoever switches it on is told of leads until somebody is chosen.
    if (after.is_on && !before.is_on && change.notify_ids === undefined && after.notify_ids.length === 0)
      after.notify_ids = [actor.userId]
    await checkRecords(ctx, account.id, after)
    await savePage(ctx.db, place, after)
    recordAudit(ctx.db, {
      accountId: account.id,
      subject: `site:${site.id}`,
      detail: fieldChanges(before, after),
    })
    return presentPage(ctx, account.id, site)
  })
