import { afterAll, beforeAll, expect, it } from 'vitest'
import { endLeasesOfTheDead } from '#server/testing/program.ts'
import {
  createWork,
  expectReceived,
  expectSharedLimit,
  type Installation,
  killWorker,
  openBrowsers,
  prepareInstallation,
  startInstallation,
} from '#server/testing/several-processes.ts'

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
})
afterAll(() => installation?.remove())

it('two web and two worker processes, one of them killed, behave as one installation', async () => {
  const admin = await prepareInstallation(installation, 400)
  const browsers = await openBrowsers(installation, admin)
  const work = createWork(installation, admin, 1100)
  for (let n = 0; n < 3; n += 1) {
    await work.importPeople()
    await work.search(60)
  }
  await expectReceived(browsers, work.started)
  // Two workers polled all the time: no work was done twice.
  expect(await work.expectDone(installation.databaseUrl)).toEqual({ max: 1, lost: 0 })

  await work.importPeople()
  await work.search(60)
  await killWorker(installation.workers[0])
  await endLeasesOfTheDead(installation.databaseUrl)
  await work.expectDone(installation.databaseUrl)
  await expectReceived(browsers, work.started)
  for (const browser of browsers) browser.leave()
  await expectSharedLimit(installation)
})
