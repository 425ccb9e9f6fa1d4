import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createWork,
  expectReceived,
  expectSharedLimit,
  type Installation,
  killWorkersAmid,
  openBrowsers,
  prepareInstallation,
  startInstallation,
} from '#server/testing/several-processes.ts'

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
})
afterAll(() => installation?.remove())

it('loses nothing when a worker is killed every ten seconds for a minute, and every browser gets every event', async () => {
  const admin = await prepareInstallation(installation, 12_000)
  const browsers = await openBrowsers(installation, admin)
  const work = createWork(installation, admin, 8000)
  await killWorkersAmid(installation, work, { kills: 6, everyMs: 10_000 })
  const tries = await work.expectDone(installation.databaseUrl)
  console.log(`${work.started.length} runs, ${tries.lost} of them taken over, one ${tries.max} times`)
  expect(tries.lost).toBeGreaterThan(0)
  await expectReceived(browsers, work.started)
  for (const browser of browsers) browser.leave()
  await expectSharedLimit(installation)
})
