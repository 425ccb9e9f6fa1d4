import { sql } from 'kysely'
import { mailJobs, sendMail } from '#server/modules/branding/mail/index.ts'
import type { MailRow } from '#server/modules/branding/mail/mail-store.ts'
import type { MailDraft } from '#server/modules/branding/mail/mail-templates.ts'
import type { Context } from '#server/platform/context.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Database, type Db, openDatabase, transaction } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { createQueue, migrateQueue, type Queue } from '#server/platform/queue/queue.ts'
import { createSmtpTransport, type MailTransport, parseSmtpUrl } from '#server/providers/mail/index.ts'
import { FOX } from '#server/testing/mail-samples.ts'
import { createTestDatabase } from './database.ts'
import { type MailBox, startMailBox } from './mail-box.ts'
import { testContext } from './test-context.ts'

/** Mail on a separate database with a mail server, for tests. */
export interface MailBench {
  url: string
  database: Database
  box: MailBox
  ctx: Context
  /** Another worker on the same database. */
  worker(transport?: MailTransport, secretKey?: string): Context
  smtp(): MailTransport
  send(draft: MailDraft): Promise<number>
  row(id: number): Promise<MailRow>
  /** Updates one mail: `set` is the part after "set". */
  change(id: number, set: string): Promise<void>
  /** Changes the platform's brand. */
  setBrand(brand: { name: string; support_email: string | null }): Promise<void>
  close(): Promise<void>
}

const KEY = 'a key for tests only, never for real'

/** Mail of one brand and server, without the rest of the program. */
export const benchMail = ({
  db,
  queue,
  transport,
  secretKey = KEY,
}: {
  db: Db
  queue: Queue
  transport: MailTransport
  secretKey?: string
}): Context =>
  testContext({
    db,
    queue,
    mailTransport: transport,
    secretKey,
    secretBox: createSecretBox(secretKey),
    site: {
      publicUrl: () => FOX.url,
      mainSuiteDomain: null,
      whiteLabelSuiteDomain: null,
      mailFrom: null,
      passwordMinLength: 6,
      google: null,
      facebook: null,
      facebookVersion: '',
      mapTiles: null,
    },
  })

/** The platform's account with its brand. */
async function insertBrand(db: Db): Promise<void> {
  await sql`insert into realm (id, name) values (1, 'Platform')`.execute(db)
  await sql`insert into account (id, parent_id, path, realm_id, name, modules)
    values (1, null, '{1}', 1, 'Platform', '{}')`.execute(db)
  await sql`insert into site (account_id, realm_id, is_platform, name, logo, button_color, text_color, heading_color,
      mail_from, support_email)
    values (1, 1, true, ${FOX.name}, ${FOX.logo}, ${FOX.primaryColor}, ${FOX.textColor}, ${FOX.headingColor},
      ${FOX.from}, ${FOX.supportEmail})`.execute(db)
}

/** `working` starts queue workers; without it tests deliver mails explicitly. */
export async function mailBench(options: { working: boolean }): Promise<MailBench> {
  const own = await createTestDatabase()
  await migrateQueue(own.url)
  const database = openDatabase(own.url, { log: silentLog() })
  await insertBrand(database.db)
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
  const worker: MailBench['worker'] = (transport = smtp(), secretKey = KEY) =>
    benchMail({ db: database.db, queue, transport, secretKey })
  const ctx = worker()
  await queue.work(mailJobs(ctx), { worker: options.working, scheduler: false })

  return {
    url: own.url,
    database,
    box,
    ctx,
    worker,
    smtp,
    send: (draft) => transaction(database.db, () => sendMail(ctx, draft)),
    row: (id) =>
      database.db.selectFrom('mail_message').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async change(id, set) {
      await database.pool.query(`update mail_message set ${set} where id = $1`, [id])
    },
    async setBrand(brand) {
      await database.db.updateTable('site').set(brand).where('is_platform', '=', true).execute()
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
