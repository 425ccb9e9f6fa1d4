import { mailJobs } from '#server/modules/branding/mail/mail-jobs.ts'
import { createMailService, type MailService } from '#server/modules/branding/mail/mail-service.ts'
import type { MailRow } from '#server/modules/branding/mail/mail-store.ts'
import type { MailDraft } from '#server/modules/branding/mail/mail-templates.ts'
import type { SiteBrand } from '#server/modules/branding/sites/index.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Database, type Db, openDatabase, transaction } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { createQueue, migrateQueue, type Queue } from '#server/platform/queue/queue.ts'
import { createSmtpTransport, type MailTransport, parseSmtpUrl } from '#server/providers/mail/index.ts'
import { FOX } from '#server/testing/mail-samples.ts'
import { createTestDatabase } from './database.ts'
import { type MailBox, startMailBox } from './mail-box.ts'

/** A mail service on a separate database with a mail server, for tests. */
export interface MailBench {
  url: string
  database: Database
  box: MailBox
  mail: MailService
  /** Another worker on the same database. */
  worker(transport?: MailTransport, options?: { secretKey?: string; brand?: SiteBrand }): MailService
  smtp(): MailTransport
  send(draft: MailDraft): Promise<number>
  row(id: number): Promise<MailRow>
  /** Updates one mail: `set` is the part after "set". */
  change(id: number, set: string): Promise<void>
  close(): Promise<void>
}

const KEY = 'a key for tests only, never for real'

/** A mail service of one brand and server, without the rest of the program. */
export const benchMail = ({
  db,
  queue,
  transport,
  secretKey = KEY,
  brand = FOX,
}: {
  db: Db
  queue: Queue
  transport: MailTransport
  secretKey?: string
  brand?: SiteBrand
}): MailService =>
  createMailService({
    db,
    queue,
    secretBox: createSecretBox(secretKey),
    transport,
    sendersOf: async (_siteId, { from, supportEmail }) => [
      { via: 'platform', transport, from, replyTo: supportEmail, dkim: null, returnDomain: null },
    ],
    findUser: async () => undefined,
    siteScope: undefined as never,
    textOf: async () => ({ override: null, language: 'en' }),
    onBrokenText: () => {},
    bounces: { reasonNotToSend: async () => null, tokenOf: async () => null, bounced: async () => true },
    returnAddress: (id, domain) => `b.${id}@${domain}`,
    close: () => transport.close(),
    brandOf: async () => brand,
  })

/** `working` starts queue workers; without it tests deliver mails explicitly. */
export async function mailBench(options: { working: boolean }): Promise<MailBench> {
  const own = await createTestDatabase()
  await migrateQueue(own.url)
  const database = openDatabase(own.url, { log: silentLog() })
  const box = await startMailBox()
  const queue: Queue = await createQueue(own.url, {
    log: silentLog(),
    scheduler: false,
    timing: { poll: 0.5, heartbeat: 10, supervise: 1 },
  })
  const transports: MailTransport[] = []
  const smtp = () => {
    const transport = createSmtpTransport(parseSmtpUrl(box.url))
    transports.push(transport)
    return transport
  }
  const worker: MailBench['worker'] = (transport = smtp(), { secretKey = KEY, brand = FOX } = {}) =>
    benchMail({ db: database.db, queue, transport, secretKey, brand })
  const mail = worker()
  await queue.work(mailJobs(mail), { worker: options.working, scheduler: false })

  return {
    url: own.url,
    database,
    box,
    mail,
    worker,
    smtp,
    send: (draft) => transaction(database.db, () => mail.send(draft)),
    row: (id) =>
      database.db.selectFrom('mail_message').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async change(id, set) {
      await database.pool.query(`update mail_message set ${set} where id = $1`, [id])
    },
    async close() {
      await queue.close()
      for (const transport of transports) await transport.close()
      await box.close()
      await database.close()
      await own.drop()
    },
  }
}
