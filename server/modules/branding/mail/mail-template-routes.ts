import * as api from '#contract/branding/mail-templates.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { MailTemplatesService } from './mail-templates-service.ts'
import type { RenderedMail } from './render-mail.ts'

interface MailTemplateRouteDeps {
  templates: MailTemplatesService
  /** Sends an account's mail at once and returns its server's reply. */
  sendNow(
    actor: Actor,
    accountId: number | undefined,
    to: string,
    content: RenderedMail,
  ): Promise<{ accepted: boolean; reply: string }>
  findUser(id: number): Promise<{ email: string } | undefined>
  /** Rate limit of test mails, per account. */
  limit: RateLimit
}

export const mailTemplateRoutes = ({
  templates,
  sendNow,
  findUser,
  limit,
}: MailTemplateRouteDeps): Route[] => [
  route(api.mailTemplates, ({ actor, query }) => templates.list(actor, query.account_id)),
  route(api.setMailLanguage, async ({ actor, query, body }) => {
    await templates.setLanguage(actor, query.account_id, body.language)
    return { success: true as const, message: 'Language saved' }
  }),
  route(api.showMailTemplate, ({ actor, query, params }) =>
    data(templates.show(actor, query.account_id, params.name)),
  ),
  route(api.saveMailTemplate, async ({ actor, query, params, body }) => ({
    data: await templates.save(actor, query.account_id, params.name, body),
    message: 'Email template saved',
  })),
  route(api.resetMailTemplate, async ({ actor, query, params }) => ({
    data: await templates.reset(actor, query.account_id, params.name),
    message: 'The default text is used again',
  })),
  route(api.restoreMailTemplate, async ({ actor, query, params, body }) => ({
    data: await templates.restore(actor, query.account_id, params.name, body.version),
    message: `Version ${body.version} is used again`,
  })),
  route(api.previewMailTemplate, ({ actor, query, params, body }) =>
    data(templates.preview(actor, query.account_id, params.name, body)),
  ),
  routeWithLookup(
    api.testMailTemplate,
    async ({ actor, query, params, body }) => {
      await limit.consume(String(actor.accountId))
      const user = await findUser(actor.userId)
      if (!user) throw notFound('The user')
      const content = await templates.preview(actor, query.account_id, params.name, body)
      const { account } = await templates.find(actor, query.account_id, params.name)
      const { accepted, reply } = await sendNow(actor, query.account_id, user.email, content)
      return { accountId: account.id, data: { to: user.email, accepted, reply } }
    },
    async ({ actor, params }, { accountId, data }) => {
      await templates.record(actor, accountId, { template: params.name, accepted: data.accepted })
      return { data }
    },
  ),
]
