import type { MailSetup } from '#contract/branding/mail.ts'
import { findBrand, type SetupCheck } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { lastSentBySmtp } from './mail-store.ts'

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
  link: '/whitelabel/business-account',
  async check(ctx, { site }) {
    if (!(await hasWorkingMail(ctx))) return 'No mail has been delivered yet'
    return site?.mail_from ? null : 'Choose your sender address'
  },
}
