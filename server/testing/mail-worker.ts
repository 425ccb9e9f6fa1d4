import { flushCompileCache } from 'node:module'
import { mailJobs } from '#server/modules/branding/mail/index.ts'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { createQueue } from '#server/platform/queue/queue.ts'
import { createSmtpTransport, parseSmtpUrl } from '#server/providers/mail/index.ts'
import { benchMail } from './mail-bench.ts'

/** A test worker process that sends the mails of a database until it is killed. */
async function main(url: string, smtpUrl: string): Promise<void> {
  const { db } = openDatabase(url, { log: silentLog() })
  const queue = await createQueue(url, {
    log: silentLog(),
    scheduler: false,
    timing: { poll: 0.5, heartbeat: 10, supervise: 1 },
  })
  const ctx = benchMail({ db, queue, transport: createSmtpTransport(parseSmtpUrl(smtpUrl)) })
  await queue.work(mailJobs(ctx), { worker: true, scheduler: false })
  // It is killed, and the next one finds the files compiled.
  flushCompileCache()
  process.once('disconnect', () => process.exit())
}

await main(String(process.argv[2]), String(process.argv[3]))
