import type {
  MailLanguage,
  MailTemplateSummary,
  saveMailTemplate as saveEndpoint,
} from '#contract/branding/mail-templates.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { MailTemplateName } from './mail-contents.ts'
import { MAIL_KINDS, PLATFORM_ONLY } from './mail-kinds.ts'
import { currentVersion, currentVersions, findVersion, saveSetting } from './mail-template-store.ts'
import { createTemplateScope, type MailTemplatesDeps } from './template-scope.ts'

type Content = Pick<ParsedInput<typeof saveEndpoint>['body'], 'subject' | 'preheader' | 'doc'>
type SaveBody = ParsedInput<typeof saveEndpoint>['body']

/** Mail texts as a brand's owners edit them. */
export function createMailTemplates({ db, siteScope, sites, texts }: MailTemplatesDeps) {
  const scope = createTemplateScope({ db, siteScope, sites, texts })
  const { find, keyOf, present, checked, rendered, checkShared, add } = scope

  return {
    async list(actor: Actor, accountId: number | undefined) {
      const found = await find(actor, accountId)
      const changed = await currentVersions(db, found.account.id, found.language)
      const names = (Object.keys(MAIL_KINDS) as MailTemplateName[]).filter(
        (name) => found.isPlatform || !PLATFORM_ONLY.includes(name),
      )
      const data = names.map((name): MailTemplateSummary => {
        const row = changed.find(({ template }) => template === name)
        return {
          name,
          ...MAIL_KINDS[name],
          customized: row?.customized ?? false,
          updated_at: row?.created_at.toISOString() ?? null,
        }
      })
      return { data, language: found.language }
    },

    setLanguage: (actor: Actor, accountId: number | undefined, language: MailLanguage) =>
      transaction(db, async () => {
        const found = await find(actor, accountId)
        if (found.language === language) return markUnchanged()
        await saveSetting(db, found.account.id, { language })
        siteScope.auditBoth(actor, found.account.id, `account:${found.account.id}`, { language })
      }),

    show: async (actor: Actor, accountId: number | undefined, name: MailTemplateName) =>
      present(await find(actor, accountId, name), name),

    save: (actor: Actor, accountId: number | undefined, name: MailTemplateName, body: SaveBody) =>
      transaction(db, async () => {
        const found = await find(actor, accountId, name)
        const content = await checked(found, name, body)
        const isShared = found.isPlatform && (body.is_shared ?? false)
        if (isShared) await checkShared(content)
        await add(actor, found, name, { content, isShared, onVersion: body.version })
        return present(found, name)
      }),

    reset: (actor: Actor, accountId: number | undefined, name: MailTemplateName) =>
      transaction(db, async () => {
        const found = await find(actor, accountId, name)
        const current = await currentVersion(db, keyOf(found, name))
        if (!current?.content) markUnchanged()
        else await add(actor, found, name, { content: null, isShared: false })
        return present(found, name)
      }),

    restore: (actor: Actor, accountId: number | undefined, name: MailTemplateName, version: number) =>
      transaction(db, async () => {
        const found = await find(actor, accountId, name)
        const earlier = await findVersion(db, keyOf(found, name), version)
        if (!earlier) throw notFound('The version')
        // An old version may use an image or variable that no longer exists.
        const content = earlier.content && (await checked(found, name, earlier.content as never))
        await add(actor, found, name, { content, isShared: earlier.is_shared })
        return present(found, name)
      }),

    async preview(actor: Actor, accountId: number | undefined, name: MailTemplateName, input: Content) {
      const found = await find(actor, accountId, name)
      return rendered(found, name, await checked(found, name, input))
    },

    find,
    record: (actor: Actor, accountId: number, detail: Record<string, unknown>): Promise<void> =>
      transaction(db, async () => siteScope.auditBoth(actor, accountId, `account:${accountId}`, detail)),
  }
}
export type MailTemplatesService = ReturnType<typeof createMailTemplates>
