import { afterAll, beforeAll, expect, it } from 'vitest'
import { createList } from '#contract/leads/lists.ts'
import { listParts } from '#server/platform/module.ts'
import { drainViolations } from '#server/testing/loopback-only.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { housekeepingJob } from './housekeeping.ts'
import { auditHeadJob } from './send-audit-head.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

it('an installation without settings reaches no other machine, whatever its schedules do', async () => {
  const { ctx } = t.app
  const user = await t.account()
  const search = { source: 'sample', near: { lat: 45.5, lon: -122.6 }, radius_km: 50 } as const
  const { body } = await t.call(
    createList,
    { body: { name: 'Sample', type: 'local', search, limit: 3 } },
    user,
  )
  await t.finished(body.data.run.id, user)
  const jobs = [
    ...listParts(ctx, (module) => module.jobs?.(ctx)),
    auditHeadJob(ctx, []),
    housekeepingJob(ctx),
  ].filter(({ cron }) => cron !== undefined)
  expect(jobs.length).toBeGreaterThan(20)
  const failed: string[] = []
  for (const job of jobs)
    await job
      .handle({} as never, new AbortController().signal)
      .catch((error: Error) => failed.push(`${job.name}: ${error.message}`))
  expect(failed).toEqual([])
  expect(drainViolations()).toEqual([])
  // What people then start does reach others, and the guard sees it.
  await ctx.dns.mx('a-company.com')
  expect(drainViolations()).not.toEqual([])
})
