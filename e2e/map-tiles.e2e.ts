import { expect, it } from 'vitest'
import { startLocalServer } from '#server/testing/local-server.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { testApp } from '#server/testing/test-app.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

/** One grey pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

it('shows the operator’s tiles with attribution; loads nothing without a map', async () => {
  const requested: string[] = []
  const tiles = await startLocalServer((request, response) => {
    requested.push(String(request.url))
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(PICTURE)
  })
  const t = await testApp({
    roles: ['web'],
    mapTiles: { url: `${tiles.url}/{z}/{x}/{y}.png?key=1`, attribution: '© <b>The mappers</b>' },
  })
  const url = await listen(t)
  try {
    const user = await t.account()
    const { id } = await seedList(t, user, {
      leads: [{ values: { name: 'Oslo 1', lat: 59.91, lon: 10.75 } }],
    })
    const { page, faults, close } = await openPage(url, { as: user, width: 1280 })
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto(`/saved-lists/local-${id}`)
    await page.getByText('Oslo 1').first().waitFor()
    expect(loaded.filter((address) => /map-view|maplibre|countries|\/points/.test(address))).toEqual([])
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await page.getByText('© <b>The mappers</b>').waitFor()
    await expect.poll(() => requested.join(' ')).toMatch(/\/15\/1736\d\/\d+\.png\?key=1/)
    expect(loaded.filter((address) => address.includes('countries'))).toEqual([])
    expect(loaded.some((address) => /maplibre-gl-worker.*\.mjs$/.test(address))).toBe(true)
    expect(faults).toEqual([])
    await close()
  } finally {
    await closeProfiles(url)
    await t.close()
  }
})
