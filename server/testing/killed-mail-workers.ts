import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { recoverMails, sendMail } from '#server/modules/branding/mail/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { compileCache } from './compile-cache.ts'
import { type MailBench, mailBench } from './mail-bench.ts'
import { PATIENCE_MS } from './patience.ts'

const WORKER = fileURLToPath(new URL('./mail-worker.ts', import.meta.url))
/** Mails that one worker sends concurrently: two batches of two. */
const MAX_IN_PROGRESS = 4

function startWorker({ url, box }: MailBench) {
  const child = spawn(process.execPath, [WORKER, url, box.url], {
    env: { ...process.env, ...compileCache() },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Releases a dead worker's claims, which would expire after ten minutes. */
async function releaseClaims({ database, ctx }: MailBench): Promise<void> {
  await database.pool.query(
    `update mail_message set lease_until = now() - interval '11 minutes' where state = 'sending'`,
  )
  await recoverMails(ctx)
}

/**
 * Queues mails, kills workers during delivery and lets a last one finish. Every mail arrives; one that a server had
 * accepted when its worker died may arrive twice, with the same Message-ID. `patience` is in milliseconds.
 * @returns how many arrived twice
 */
export async function mailsSurviveKilledWorkers({
  mails,
  kills,
  patience = PATIENCE_MS,
}: {
  mails: number
  kills: number
  patience?: number
}) {
  const bench = await mailBench({ working: false })
  const { box, database, ctx } = bench
  try {
    for (let at = 0; at < mails; at += 500)
      await transaction(database.db, async () => {
        for (let number = at; number < Math.min(mails, at + 500); number += 1)
          await sendMail(ctx, {
            siteId: null,
            to: `person${number}@people.example`,
            template: 'reset-unknown',
            variables: {},
            secrets: {},
          })
      })
    for (let kill = 1; kill <= kills; kill += 1) {
      const worker = startWorker(bench)
      await expect
        .poll(() => box.mails.length, { interval: 5, timeout: patience })
        .toBeGreaterThan((mails * kill) / (kills + 2))
      await worker.kill()
      await releaseClaims(bench)
    }
    expect(box.mails.length).toBeLessThan(mails)
    const last = startWorker(bench)
    const unsent = async () =>
      Number(
        (await database.pool.query(`select count(*) from mail_message where state <> 'sent'`)).rows[0].count,
      )
    await expect.poll(unsent, { interval: 100, timeout: patience }).toBe(0)
    await last.kill()

    const idsOf = new Map<string, Set<string>>()
    for (const { recipients, headers } of box.mails) {
      const id = headers.find(({ key }) => key === 'message-id')?.value ?? ''
      for (const to of recipients) idsOf.set(to, (idsOf.get(to) ?? new Set()).add(id))
    }
    expect(idsOf.size).toBe(mails)
    expect([...idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([])
    const repeated = box.mails.length - mails
    expect(repeated).toBeLessThanOrEqual(MAX_IN_PROGRESS * kills)
    return { repeated }
  } finally {
    await bench.close()
  }
}
