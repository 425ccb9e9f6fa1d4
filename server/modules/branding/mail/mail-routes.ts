import { mailSetup, mails, retryMail, sendTestMail, showMail } from '#contract/branding/mail.ts'
import { sentMails } from '#contract/branding/mail-server.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { MailService } from './mail-service.ts'

export const mailRoutes = (mail: MailService) => [
  route(mails, ({ query }) => mail.page(query)),
  route(sentMails, ({ actor, query }) => mail.pageOfBrand(actor, query)),
  route(mailSetup, () => data(mail.setup())),
  route(sendTestMail, ({ actor }) => data(mail.sendTest(actor))),
  route(showMail, ({ params }) => data(mail.show(params.id))),
  route(retryMail, async ({ actor, params }) => ({
    data: await mail.retry(actor, params.id),
    message: 'Resending the email',
  })),
]
