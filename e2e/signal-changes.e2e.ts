import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { autopilots } from '#contract/prospecting/autopilots.ts'
import { type AutopilotBench, autopilotBench } from '#server/testing/autopilot-bench.ts'
import { type SamplePage, type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

const shown = { html: '<title>A</title><a href="https://calendly.com/a">Visit</a>' }
const page: Record<string, SamplePage> = {
  '/': (_request, response) => void response.setHeader('content-type', 'text/html').end(shown.html),
}
let bench: AutopilotBench
let websites: SampleWebsites
let url: string
beforeAll(async () => {
  websites = await startSampleWebsites({ 'grow1-0.example': page, 'grow1-1.example': page })
  bench = await autopilotBench({
    values: (key) => ({ website: `http://${key.replace(':', '-')}.example/` }),
    hostMap: websites.hostMap,
    crawl: { delayMs: 0 },
  })
  url = await listen(bench.t)
})
afterAll(async () => {
  await closeProfiles(url)
  await bench?.t.close()
  await websites?.close()
})

/** Saves screenshots to the folder in SHOTS, if it is set. */
const shots = process.env.SHOTS
async function shoot(of: { screenshot(options: { path: string }): Promise<unknown> }, name: string) {
  if (!shots) return
  await mkdir(shots, { recursive: true })
  await of.screenshot({ path: join(shots, `${name}.png`) })
}

it('an autopilot reports that a booking link is gone, and the lead shows since when', async () => {
  const { t } = bench
  const user = await t.account({ credits: 50 })
  const list = await bench.growing(user, 2)
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${list.id}`)
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: /^Set up autopilot/ }).click()
  await page.getByRole('heading', { name: 'New autopilot search' }).waitFor()
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('menuitem', { name: 'Check websites' }).click()
  await page.getByLabel('Go on with').selectOption('changed')
  await expectAccessible(page)
  await shoot(page, 'autopilot-step')
  await page.getByRole('button', { name: 'Create autopilot' }).click()
  const drawer = page.getByRole('dialog', { name: 'Autopilot' })
  await drawer.getByText('No runs yet').waitFor()

  const { id } = (await t.call(autopilots, { query: {} }, user)).body.data[0] ?? { id: 0 }
  const next = async () => {
    bench.later(24)
    await bench.settled(user, id)
  }
  await next()
  shown.html = '<title>A</title><p>Nothing to book</p>'
  await next()
  // Seen once: it may be a whim of the websites.
  expect(await drawer.getByText(/booking link gone/).count()).toBe(0)
  await next()
  await page.reload()
  await drawer.getByText('booking link gone at 2 leads').first().waitFor()
  await expectAccessible(page)
  await shoot(page, 'autopilot-history')

  await page.goto(`/saved-lists/local-${list.id}`)
  await page.getByText('Place grow1:0').first().click()
  await page.getByText('Online booking: yes → no').first().waitFor()
  await expectAccessible(page)
  await shoot(page, 'lead-history')
  expect(faults).toEqual([])
  await close()
})
