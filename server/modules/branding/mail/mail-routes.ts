import * as api from '#contract/branding/mail.ts'
import { sentMails } from '#contract/branding/mail.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { listBrandMails, listMails, retryMail, sendTestMail, showMail } from './mail-log.ts'
import { showMailSetup } from './mail-setup.ts'

export const mailRoutes = (ctx: Context) => [
  route(api.mails, ({ query }) => listMails(ctx, query)),
  route(sentMails, ({ actor, query }) => listBrandMails(ctx, actor, query)),
  route(api.mailSetup, () => data(showMailSetup(ctx))),
  route(api.sendTestMail, ({ actor }) => data(sendTestMail(ctx, actor))),
  route(api.showMail, ({ params }) => data(showMail(ctx, params.id))),
  route(api.retryMail, async ({ actor, params }) => ({
    data: await retryMail(ctx, actor, params.id),
    message: 'Resending the email',
  })),
]
