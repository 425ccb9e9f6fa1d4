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

it('answers programs that accept anything with a page where one exists, and HEAD without its body', async () => {
  const t = await testApp({ roles: ['web'] })
  const ask = async (method: 'GET' | 'HEAD', url: string, headers = {}) => {
    const reply = await t.app.http.inject({ method, url, headers })
    return [reply.statusCode, String(reply.headers['content-type']).split(';')[0], reply.body.length > 0]
  }
  expect(await ask('GET', '/login', { accept: '*/*' })).toEqual([200, 'text/html', true])
  expect(await ask('GET', '/packages/7?from=mail')).toEqual([200, 'text/html', true])
  expect(await ask('HEAD', '/')).toEqual([200, 'text/html', false])
  expect(await ask('GET', '/no-such-page')).toEqual([404, 'application/json', true])
  expect(await ask('HEAD', '/no-such-page')).toEqual([404, 'application/json', false])
  expect(await ask('GET', '/login', { accept: 'application/json' })).toEqual([404, 'application/json', true])
  expect(await ask('GET', '/api/no-such-call')).toEqual([404, 'application/json', true])
  await t.close()
})
