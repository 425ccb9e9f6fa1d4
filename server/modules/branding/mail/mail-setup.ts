import type { MailSetup } from '#contract/branding/mail.ts'
import { listSiteSenders } from '#server/modules/branding/mail-servers/index.ts'
import { findBrand, type SetupCheck } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hasSentForSite, lastSentBySmtp } from './mail-store.ts'

/** A description of this installation's mail setup. */
export async function showMailSetup(ctx: Context): Promise<MailSetup> {
  const [brand, sentAt] = await Promise.all([findBrand(ctx, null), lastSentBySmtp(ctx.db)])
  const { id, server } = ctx.mailTransport
  return {
    transport: id,
    server: server && {
      host: server.host,
      port: server.port,
      encryption: server.encryption,
      signs_in: server.signsIn,
    },
    from: brand.from,
    public_url: brand.url,
    last_sent_at: sentAt?.toISOString() ?? null,
  }
}

/** Whether a mail server is set up and has accepted a mail. */
export const hasWorkingMail = async (ctx: Context) =>
  ctx.mailTransport.id === 'smtp' && (await lastSentBySmtp(ctx.db)) !== null

/** The step of a site's setup about mail. */
export const mailCheck: SetupCheck = {
  key: 'mail',
  title: 'Send email to your customers',
  link: '/whitelabel/smtp',
  async check(ctx, { account, site }) {
    const isPlatform = account.parent_id === null
    const [sender] = site ? await listSiteSenders(ctx, site.id, await findBrand(ctx, site.id)) : []
    if (!site?.mail_from && sender?.via !== 'own')
      return 'Connect your mail server, or choose a sender address under Business Account'
    const isWorking = isPlatform ? await hasWorkingMail(ctx) : site && (await hasSentForSite(ctx.db, site.id))
    return isWorking ? null : 'Done with the first email that a customer of yours gets'
  },
}
