import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Database } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { createQueue } from '#server/platform/queue/queue.ts'
import { effectJob, SHORT_TIMING } from './job-worker.ts'

const WORKER = fileURLToPath(new URL('./job-worker.ts', import.meta.url))
/** Jobs that one worker may have in progress, including just fetched ones. */
const MAX_IN_PROGRESS = 6

/** Starts a worker process, waits for some more effects and kills it. */
async function killWorker(url: string, effects: () => Promise<number>): Promise<void> {
  const before = await effects()
  const child = spawn(process.execPath, [WORKER, url], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await expect.poll(effects, { interval: 5 }).toBeGreaterThan(before + 20)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/**
 * Sends jobs, kills workers during them and lets a last worker finish: each effect exists exactly once, and only
 * jobs in progress were retried.
 */
export async function survivesKilledWorkers(
  url: string,
  database: Database,
  { jobs, kills }: { jobs: number; kills: number },
): Promise<void> {
  await database.pool.query('create table effect (number int primary key); create table attempt (number int)')
  const count = async (table: string) =>
    Number((await database.pool.query(`select count(*) from ${table}`)).rows[0].count)
  const effects = () => count('effect')
  const queue = await createQueue(url, { log: silentLog(), scheduler: false, timing: SHORT_TIMING })
  const work = [effectJob(database.pool)]
  try {
    await queue.work(work, { worker: false, scheduler: false })
    for (let number = 0; number < jobs; number += 1) await queue.send(database.db, 'effect', { number })
    for (let kill = 0; kill < kills; kill += 1) await killWorker(url, effects)
    expect(await effects()).toBeLessThan(jobs)
  } finally {
    await queue.close()
  }
  const last = await createQueue(url, { log: silentLog(), scheduler: false, timing: SHORT_TIMING })
  try {
    await last.work(work, { worker: true, scheduler: false })
    await expect.poll(effects, { interval: 100 }).toBe(jobs)
  } finally {
    await last.close()
  }
  expect((await count('attempt')) - jobs).toBeLessThanOrEqual(MAX_IN_PROGRESS * kills)
}
