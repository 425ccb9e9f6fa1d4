import * as api from '#contract/branding/mail-templates.ts'
import { findMailServerScope, sendTest } from '#server/modules/branding/mail-servers/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import {
  listTemplates,
  previewTemplate,
  recordTemplateChange,
  resetTemplate,
  restoreTemplate,
  saveTemplate,
  setTemplateLanguage,
  showTemplate,
} from './brand-templates.ts'
import { mailRecipient } from './signals.ts'

const mailTemplateTestLimit = defineRateLimit({ name: 'mail-template-test', points: 60, seconds: 60 * 60 })

export const mailTemplateRoutes = (ctx: Context): Route[] => [
  route(api.mailTemplates, ({ actor, query }) => listTemplates(ctx, actor, query.account_id)),
  route(api.setMailLanguage, async ({ actor, query, body }) => {
    await setTemplateLanguage(ctx, actor, query.account_id, body.language)
    return { success: true as const, message: 'Language saved' }
  }),
  route(api.showMailTemplate, ({ actor, query, params }) =>
    data(showTemplate(ctx, actor, query.account_id, params.name)),
  ),
  route(api.saveMailTemplate, async ({ actor, query, params, body }) => ({
    data: await saveTemplate(ctx, actor, query.account_id, params.name, body),
    message: 'Email template saved',
  })),
  route(api.resetMailTemplate, async ({ actor, query, params }) => ({
    data: await resetTemplate(ctx, actor, query.account_id, params.name),
    message: 'The default text is used again',
  })),
  route(api.restoreMailTemplate, async ({ actor, query, params, body }) => ({
    data: await restoreTemplate(ctx, actor, query.account_id, params.name, body.version),
    message: `Version ${body.version} is used again`,
  })),
  route(api.previewMailTemplate, ({ actor, query, params, body }) =>
    data(previewTemplate(ctx, actor, query.account_id, params.name, body)),
  ),
  routeWithLookup(
    api.testMailTemplate,
    async ({ actor, query, params, body }) => {
      await mailTemplateTestLimit.consume(ctx, String(actor.accountId))
      const user = await mailRecipient.ask(ctx, { userId: actor.userId })
      if (!user) throw notFound('The user')
      const content = await previewTemplate(ctx, actor, query.account_id, params.name, body)
      const scope = await findMailServerScope(ctx, actor, query.account_id)
      const { accepted, reply } = await sendTest(ctx, scope, user.email, content)
      return { accountId: scope.account.id, data: { to: user.email, accepted, reply } }
    },
    async ({ actor, params }, { accountId, data }) => {
      await recordTemplateChange(ctx, actor, accountId, { template: params.name, accepted: data.accepted })
      return { data }
    },
  ),
]
