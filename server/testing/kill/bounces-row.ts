import { expect } from 'vitest'
import { importBounces } from '#contract/prospecting/bounces.ts'
import { ended, upload } from '../http-call.ts'
import { type Hold, holdLock } from './hold.ts'
import { type KillRow, made } from './world.ts'

const BOUNCES = 1500
const addresses = Array.from({ length: BOUNCES }, (_, index) => `gone-${index}@bounced.example`)
/** In the third part of the report. */
const HELD = addresses[1200]

/**
 * A bounce report.
 * @param bought addresses paid by the account: half in the first part of the report, half in the last
 */
export function createBouncesRow(bought: readonly string[]): KillRow {
  let [runId, uploadId] = [0, '']
  let hold: Hold | undefined
  return {
    title: 'recording bounces: records each once and refunds paid addresses once',
    async setUp(world) {
      await world.query(
        `insert into email_verification (account_id, address, state, reason) values ($1, $2, 'valid', 'mailbox_accepted')`,
        [world.admin.accountId, HELD],
      )
      const half = bought.length / 2
      const rows = ['email', ...bought.slice(0, half), ...addresses, ...bought.slice(half)]
      uploadId = await upload(world.url, world.admin, rows.join('\n'), 'bounces.csv')
    },
    async start(world) {
      const { call, admin } = world
      const row = `account_id = ${admin.accountId} and address = '${HELD}'`
      hold = await holdLock(world, `select from email_verification where ${row} for update`)
      runId = made(await call(importBounces, { body: { upload_id: uploadId } }, admin)).id
      await hold.reached()
      return [runId]
    },
    release: () => hold?.release(),
    async check({ call, admin }) {
      const rows = BOUNCES + bought.length
      expect(await ended(call, runId, admin)).toMatchObject({
        state: 'succeeded',
        counts: { received: rows, hard: rows, repeated: 0, rejected: 0, refunded: bought.length },
      })
    },
  }
}
