import type { MailEntry } from '#contract/branding/mail.ts'
import type { BounceKind } from '#contract/branding/mail-server.ts'
import type { SiteScope } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { MailDeps } from './deliver-mail.ts'
import * as store from './mail-store.ts'
import type { MailDraft } from './mail-templates.ts'
import { isComplete, maskedSecrets, presentMail, presentSent } from './present-mail.ts'
import { renderMail } from './render-mail.ts'

const RETRY_REFUSALS: Record<Exclude<store.MailState, 'queued' | 'failed'>, string> = {
  sent: 'This email was already sent',
  sending: 'This email is being sent. Check again in a minute',
  suppressed: 'The recipient has unsubscribed from these emails or can’t be reached',
  expired: 'This email’s code or link has expired. Ask the recipient to request a new one',
}

interface MailLogDeps {
  db: Db
  clock: Clock
  brandOf: MailDeps['brandOf']
  enqueue(mailId: number): Promise<void>
  send(draft: MailDraft): Promise<number>
  /** A person's name and address. */
  findUser(id: number): Promise<{ email: string; first_name: string } | undefined>
  siteScope: Pick<SiteScope, 'find'>
  textOf: MailDeps['textOf']
}

/** Admins' view of mails, and their actions. */
export function createMailLog({
  db,
  clock,
  brandOf,
  enqueue,
  send,
  findUser,
  siteScope,
  textOf,
}: MailLogDeps) {
  async function existing(id: number): Promise<store.MailRow> {
    const row = await store.findMail(db, id)
    if (!row) throw notFound('The mail')
    return row
  }

  return {
    async sendTest(actor: Actor): Promise<MailEntry> {
      const user = await findUser(actor.userId)
      if (!user) throw notFound('The user')
      const id = await transaction(db, async () => {
        const mailId = await send({
          siteId: null,
          to: user.email,
          template: 'test',
          variables: { first_name: user.first_name, when: clock.now().toISOString() },
          secrets: {},
          accountId: actor.accountId,
          userId: actor.userId,
        })
        recordAudit(db, { accountId: actor.accountId, subject: `mail:${mailId}` })
        return mailId
      })
      return presentMail(await existing(id), clock.now())
    },

    async testContent(siteId: number | null) {
      const variables = { first_name: '', when: clock.now().toISOString() }
      return renderMail('test', { variables, secrets: {} }, await brandOf(siteId))
    },

    async page(query: {
      page: number
      limit: number
      state?: store.MailState | undefined
      search?: string | undefined
    }) {
      const { rows, total } = await store.pageOfMails(db, query)
      const now = clock.now()
      return {
        data: rows.map((row) => presentMail(row, now)),
        currentPage: query.page,
        pageSize: query.limit,
        total,
      }
    },

    /** One brand's mails, for its owners, without their contents. */
    async pageOfBrand(
      actor: Actor,
      {
        account_id: accountId,
        ...query
      }: {
        account_id?: number | undefined
        page: number
        limit: number
        state?: store.MailState | undefined
        bounced?: BounceKind | undefined
        search?: string | undefined
      },
    ) {
      const { account, site } = await siteScope.find(actor, accountId)
      // An account without a site has sent nothing.
      const siteId = account.parent_id === null ? null : (site?.id ?? 0)
      const { rows, total } = await store.pageOfMails(db, { ...query, siteId })
      return { data: rows.map(presentSent), currentPage: query.page, pageSize: query.limit, total }
    },

    /** A mail with its content; every code and link is masked, sent or not. */
    async show(id: number): Promise<MailEntry & { subject: string; text: string; html: string }> {
      const row = await existing(id)
      const brand = await brandOf(row.site_id)
      const values = { variables: row.variables, secrets: maskedSecrets(row.template) }
      const reader = await store.findMailReader(db, row.user_id)
      const text = await textOf(row.site_id, row.template)
      const content = await renderMail(row.template, values, brand, { reader, ...text }).catch((cause) => {
        throw conflict('This email was created by another version and can’t be shown', {
          cause,
        })
      })
      return { ...presentMail(row, clock.now()), ...content }
    },

    /** Sends a failed or waiting mail now, with all its tries. @throws AppError conflict saying why not. */
    async retry(actor: Actor, id: number): Promise<MailEntry> {
      const row = await existing(id)
      if (row.state !== 'queued' && row.state !== 'failed') throw conflict(RETRY_REFUSALS[row.state])
      if (!isComplete(row, clock.now())) throw conflict(RETRY_REFUSALS.expired)
      await transaction(db, async () => {
        if (!(await store.restartMail(db, id))) throw conflict(RETRY_REFUSALS.sending)
        await enqueue(id)
        recordAudit(db, { accountId: actor.accountId, subject: `mail:${id}` })
      })
      return presentMail(await existing(id), clock.now())
    },
  }
}
