import type { MailEntry, MailSetup } from '#contract/mail.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { deliverMail, type MailDeps, secretContext } from './deliver-mail.ts'
import type { SecretKind } from './mail-contents.ts'
import {
  expireMails,
  findMail,
  findMailReader,
  insertMail,
  lastSentBySmtp,
  type MailRow,
  type MailState,
  nextMailId,
  pageOfMails,
  restartMail,
  takeLost,
  wipeOldSecrets,
} from './mail-store.ts'
import { MAIL_TEMPLATES, type MailDraft } from './mail-templates.ts'
import { isComplete, maskedSecrets, presentMail } from './present-mail.ts'
import { renderMail } from './render-mail.ts'

export const SEND_JOB = 'mail.send'
/** Lost mails taken up at a time; the rest follow five minutes later. */
const LOST_AT_ONCE = 500

const SECRET_FORM: Record<SecretKind, RegExp> = { code: /^\d{6}$/, link: /^https?:\/\/[^\s<>"]+$/ }

/** A secret of another form is a fault of the caller's; it is found before anything is written. */
function checkSecrets(draft: MailDraft): void {
  const kinds = Object.entries(MAIL_TEMPLATES[draft.template].secrets) as [string, SecretKind][]
  for (const [name, kind] of kinds) {
    const value = (draft.secrets as Record<string, string>)[name]
    if (value === undefined || !SECRET_FORM[kind].test(value))
      throw new TypeError(`The secret ${name} of the mail ${draft.template} is no ${kind}`)
  }
}

const RETRY_REFUSALS: Record<Exclude<MailState, 'queued' | 'failed'>, string> = {
  sent: 'This mail was already sent',
  sending: 'This mail is being sent right now; look again in a minute',
  expired: 'What this mail says is no longer valid; ask the person to request a new one',
}

export interface MailServiceDeps extends MailDeps {
  queue: Queue
  clock?: Clock
  /** Name and address of a person. */
  findUser(id: number): Promise<{ email: string; first_name: string } | undefined>
}

/** All mail to people: written in the caller's transaction, sent by jobs, visible to admins. */
export function createMailService(deps: MailServiceDeps) {
  const { db, queue, secretBox } = deps
  const clock = deps.clock ?? systemClock

  const enqueue = (mailId: number) => queue.send(db, SEND_JOB, { mailId })

  async function existing(id: number): Promise<MailRow> {
    const row = await findMail(db, id)
    if (!row) throw notFound('The mail')
    return row
  }

  /**
   * Writes a mail within the caller's transaction; it goes out once that commits. Answers its id.
   * @throws TypeError when a secret has not the form of a code or link.
   */
  async function send(draft: MailDraft): Promise<number> {
    checkSecrets(draft)
    const id = await nextMailId(db)
    const secret = Object.keys(draft.secrets).length > 0
    await insertMail(db, {
      id,
      site_id: draft.siteId,
      account_id: draft.accountId ?? null,
      user_id: draft.userId ?? null,
      recipient: draft.to,
      template: draft.template,
      variables: draft.variables,
      secrets_sealed: secret ? secretBox.seal(JSON.stringify(draft.secrets), secretContext(id)) : null,
      expires_at: draft.expiresAt ?? null,
    })
    await enqueue(id)
    return id
  }

  return {
    send,

    /** How mail leaves this installation, in words. */
    async setup(): Promise<MailSetup> {
      const [brand, sentAt] = await Promise.all([deps.brandOf(null), lastSentBySmtp(db)])
      const { id, server } = deps.transport
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
    },

    /** Whether a mail server is set up and has taken a mail over. */
    works: async () => deps.transport.id === 'smtp' && (await lastSentBySmtp(db)) !== null,

    /** Sends a test to the person who asks. */
    async sendTest(actor: Actor): Promise<MailEntry> {
      const user = await deps.findUser(actor.userId)
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

    /** One attempt, as the job makes it. @throws MailError when the queue should try again. */
    deliver: (id: number) => deliverMail(deps, id),

    /** Finds mails whose job or worker was lost, gives up what has expired, wipes secrets that are no longer needed. */
    async recover(): Promise<void> {
      await expireMails(db)
      await wipeOldSecrets(db)
      await transaction(db, async () => {
        for (const id of await takeLost(db, LOST_AT_ONCE)) await enqueue(id)
      })
    },

    async page(query: {
      page: number
      limit: number
      state?: MailState | undefined
      search?: string | undefined
    }) {
      const { rows, total } = await pageOfMails(db, query)
      const now = clock.now()
      return {
        data: rows.map((row) => presentMail(row, now)),
        currentPage: query.page,
        pageSize: query.limit,
        total,
      }
    },

    /** A mail with what it says; every code and link is masked, sent or not. */
    async show(id: number): Promise<MailEntry & { subject: string; text: string; html: string }> {
      const row = await existing(id)
      const brand = await deps.brandOf(row.site_id)
      const given = { variables: row.variables, secrets: maskedSecrets(row.template) }
      const reader = await findMailReader(db, row.user_id)
      const content = await renderMail(row.template, given, brand, reader).catch((cause) => {
        throw new AppError('conflict', 'This mail was written by another version and cannot be shown', {
          cause,
        })
      })
      return { ...presentMail(row, clock.now()), ...content }
    },

    /** Has a failed or waiting mail sent now, with all its tries. @throws AppError conflict saying why not. */
    async retry(actor: Actor, id: number): Promise<MailEntry> {
      const row = await existing(id)
      if (row.state !== 'queued' && row.state !== 'failed')
        throw new AppError('conflict', RETRY_REFUSALS[row.state])
      if (!isComplete(row, clock.now())) throw new AppError('conflict', RETRY_REFUSALS.expired)
      await transaction(db, async () => {
        if (!(await restartMail(db, id))) throw new AppError('conflict', RETRY_REFUSALS.sending)
        await enqueue(id)
        recordAudit(db, { accountId: actor.accountId, subject: `mail:${id}` })
      })
      return presentMail(await existing(id), clock.now())
    },

    /** Ends the connections to the mail server; what is being sent is finished first. */
    close: () => deps.transport.close(),
  }
}

export type MailService = ReturnType<typeof createMailService>
