import { expect, it } from 'vitest'
import { siteSettings } from '#contract/branding/sites.ts'
import { testApp } from '#server/testing/test-app.ts'

const TILES = {
  url: 'https://tiles.example.com:8443/{z}/{x}/{y}.png?key=secret',
  attribution: '© The mappers',
}

/** The page's content policy by directive. */
async function policyOf(options: Parameters<typeof testApp>[0]) {
  const t = await testApp({ roles: ['web'], ...options })
  try {
    const { headers } = await t.app.http.inject({ url: '/login', headers: { accept: 'text/html' } })
    const { body } = await t.call(siteSettings, { body: { domain: 'localhost' } })
    const directives = String(headers['content-security-policy'])
      .split('; ')
      .map((part) => part.split(' '))
    return {
      policy: Object.fromEntries(directives.map(([name, ...sources]) => [name, sources])),
      tiles: body.data.map_tiles,
    }
  } finally {
    await t.close()
  }
}

it('lets a page load map tiles from the configured server only', async () => {
  const [without, with_] = [await policyOf({}), await policyOf({ mapTiles: TILES })]
  const origin = 'https://tiles.example.com:8443'
  expect([without.tiles, with_.tiles]).toEqual([null, TILES])
  expect(JSON.stringify(without.policy)).not.toContain('tiles')
  expect(with_.policy['img-src']).toEqual([...(without.policy['img-src'] ?? []), origin])
  expect(with_.policy['connect-src']).toEqual([...(without.policy['connect-src'] ?? []), origin])
  const rest = Object.entries(with_.policy).filter(([name]) => name !== 'img-src' && name !== 'connect-src')
  expect(JSON.stringify(rest)).not.toContain('tiles')
  expect(JSON.stringify(with_.policy)).not.toContain('blob:')
})
