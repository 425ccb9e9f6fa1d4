import { mailPause, testMailContent } from '#server/modules/branding/mail-servers/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { mailBounceRoutes } from './mail-bounce-routes.ts'
import { findMailPause } from './mail-bounces.ts'
import { mailJobs } from './mail-jobs.ts'
import { renderTestMail } from './mail-log.ts'
import { mailRoutes } from './mail-routes.ts'
import { mailCheck } from './mail-setup.ts'
import { removeOldMails } from './mail-store.ts'
import { mailTemplateRoutes } from './mail-template-routes.ts'
import { mailTemplatesKitPart } from './mail-templates-kit.ts'

export { acceptMailEvent } from './accept-event.ts'
export { readBounceKind } from './bounce-kind.ts'
export { deliverMail } from './deliver-mail.ts'
export { accountOfEventToken, eventToken } from './mail-address-tokens.ts'
export { mailJobs } from './mail-jobs.ts'
export { showMail } from './mail-log.ts'
export { hasWorkingMail } from './mail-setup.ts'
export type { MailDraft } from './mail-templates.ts'
export { measureMail } from './measure-mail.ts'
export { recoverMails } from './recover-mails.ts'
export { sendMail } from './send-mail.ts'
export { mailPaused, mailRecipient } from './signals.ts'

export const mailModule = defineModule({
  routes: (ctx) => [...mailRoutes(ctx), ...mailBounceRoutes(ctx), ...mailTemplateRoutes(ctx)],
  jobs: mailJobs,
  setupSteps: [mailCheck],
  kitParts: [mailTemplatesKitPart],
  on: [
    mailPause.answer((ctx, { accountId }) => findMailPause(ctx, accountId)),
    testMailContent.answer((ctx, { siteId }) => renderTestMail(ctx, siteId)),
  ],
  housekeeping: (ctx) => ({ mails: () => removeOldMails(ctx.db) }),
})
