import { setTimeout as after } from 'node:timers/promises'
import { expect } from 'vitest'
import { createUpload } from '#contract/core/files.ts'
import { allEndpoints } from '#contract/index.ts'
import { gridOfPlaces, overtureFolder } from './overture-base.ts'
import { PATIENCE_MS } from './patience.ts'
import { createRandom, randomRequest } from './random-input.ts'
import { seedList } from './seed-leads.ts'
import type { TestApp } from './test-app.ts'

/** Signing out would change all later results; a live stream never ends. */
const endpoints = allEndpoints.filter(
  ({ name, kind }) => !['auth.logout', 'sessions.revoke'].includes(name) && kind !== 'stream',
)

/** Keeps the effects of accepted random requests on this machine: a folder, and vendor hosts without servers. */
export async function localOnlyOptions() {
  const closed = 'http://127.0.0.1:9'
  const vendorUrls = {
    hunter: closed,
    'people-data-labs': closed,
    apollo: closed,
    github: closed,
    modash: closed,
    bluesky: closed,
    'google-places': closed,
    osm: closed,
    nominatim: closed,
    youtube: closed,
  }
  return {
    overtureBase: await overtureFolder('2026-10-21.0', gridOfPlaces({ wide: 1, high: 1 })),
    vendorUrls,
    crms: { ghl: { baseUrl: closed }, keap: { baseUrl: closed } },
    // The default host of the model form.
    hostMap: 'api.openai.com=127.0.0.1:9',
  }
}

/**
 * Sends requests generated from the schemas to every endpoint in turn: all must get a reply, and none an internal
 * error.
 * @param seed the same one generates the same requests
 */
export async function fuzz(t: TestApp, requests: number, seed: number): Promise<void> {
  const admin = await t.admin()
  const random = createRandom(seed)
  const list = await seedList(t, admin, { leads: [{ values: { name: 'a', email: 'a@b.example' } }, {}] })
  const started = await t.call(createUpload, { body: { name: 'a', size: 3 } }, admin)
  const ids = [list.id, list.id, ...list.leadIds, started.body.data.id, 0, 'x', 999_999_999]
  const seen = new Map<number, number>()
  for (let number = 0; number < requests; number += 1) {
    const endpoint = endpoints[number % endpoints.length] as (typeof endpoints)[number]
    const input = randomRequest(endpoint, random, ids)
    const key = endpoint.idempotent && random(4) === 0 ? { key: `k${random(5)}` } : {}
    const call = t.call(endpoint, input as never, random(20) === 0 ? null : admin, key)
    const answer = await Promise.race([call, after(PATIENCE_MS).then(() => null)])
    const description = `#${number} ${endpoint.name} ${JSON.stringify(input).slice(0, 1000)}`
    if (!answer) throw new Error(`no answer: ${description}`)
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
    expect(answer.status, description).not.toBe(500)
    if (answer.status >= 400)
      expect(answer.error, description).toMatchObject({
        code: expect.any(String),
        request_id: expect.any(String),
      })
  }
  // A mix of accepted and rejected input is needed to be meaningful.
  for (const status of [200, 201, 401, 404, 422])
    expect([status, seen.get(status) ?? 0]).not.toEqual([status, 0])
  expect((await t.call(createUpload, { body: { name: 'still', size: 1 } }, admin)).status).toBe(201)
}
