import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'], publicUrl: 'https://app.platform.example' })
})
afterAll(() => t.close())

const get = async (url: string, host: string) => {
  const { statusCode, body } = await t.app.http.inject({ url, headers: { host } })
  return { statusCode, isGate: body.includes('There is nothing at this address') }
}

describe('a host that nobody has verified', () => {
  it.each(['/healthz', '/healthz?full=1', '/readyz'])('answers the probe %s', async (url) => {
    expect(await get(url, 'stranger.example')).toMatchObject({ isGate: false })
  })

  it.each([
    '/healthz/',
    '/healthzz',
    '/readyz.html',
    '/metrics/x',
    '/x/healthz',
    '/?/healthz',
    '/',
    '/api/docs',
  ])('serves nothing at %s', async (url) => {
    expect(await get(url, 'stranger.example')).toEqual({ statusCode: 404, isGate: true })
    expect(await get(url, 'app.platform.example')).toMatchObject({ isGate: false })
  })
})
