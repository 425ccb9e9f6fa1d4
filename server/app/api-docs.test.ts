import { afterAll, beforeAll, expect, it } from 'vitest'
import { openapi } from '#contract/core/system.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())

const get = (url: string) => t.app.http.inject({ method: 'GET', url })

it.each(['/api/docs', '/api/docs/'])('is a page at %s that loads only from this server', async (url) => {
  const { statusCode, headers, body } = await get(url)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|https?:|\*/)
  const links = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link as string)
  expect(links.length).toBeGreaterThan(4)
  expect(links.filter((link) => !link.startsWith('/api/docs/') && !link.startsWith('./'))).toEqual([])
  for (const link of links)
    expect((await get(new URL(link, 'http://x.example/api/docs/').pathname)).statusCode).toBe(200)
  expect(body).toContain('<title>API</title>')
})

it('shows the document that the API serves', async () => {
  expect((await get('/api/docs/json')).json()).toEqual((await t.call(openapi)).body)
})
