import { mailPaused } from '#server/modules/branding/mail/index.ts'
import { domainFailing, domainLost, findSiteById } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { SignalHandler } from '#server/platform/module.ts'
import { notify } from './notify.ts'

const formatDay = (moment: Date): string => moment.toISOString().slice(0, 10)

const findAccountOfSite = async (ctx: Context, siteId: number) =>
  (await findSiteById(ctx, siteId))?.account_id

/** Notifies the owners of a brand of what happened to its domains and mail. */
export const siteNotices: readonly SignalHandler[] = [
  domainFailing.on(async (ctx, { siteId, host, since, day, darkAt }) => {
    const accountId = await findAccountOfSite(ctx, siteId)
    if (accountId === undefined) return
    const detail = { host, since: since.toISOString(), day, dark_day: formatDay(darkAt) }
    await notify(ctx, { accountId, permission: 'owner', kind: 'domain_failing', detail })
  }),
  domainLost.on(async (ctx, { siteId, host, since }) => {
    const accountId = await findAccountOfSite(ctx, siteId)
    if (accountId === undefined) return
    const detail = { host, since: since.toISOString() }
    await notify(ctx, { accountId, permission: 'owner', kind: 'domain_lost', detail })
  }),
  mailPaused.on((ctx, { accountId, since }) =>
    notify(ctx, {
      accountId,
      permission: 'owner',
      kind: 'mail_paused',
      detail: { since: since.toISOString() },
    }),
  ),
]
