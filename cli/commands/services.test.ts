import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FakeHandlers } from '../testing/fake-server.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
const booking = {
  id: 4,
  name: 'Booking',
  template: null,
  signals: [
    { signal: 'no_booking', is: 'yes' },
    { signal: 'broken_links', at_least: 3 },
    { signal: 'last_post', older_than_days: 365 },
  ],
}
const handlers: FakeHandlers = {
  'services.index': () => ({ json: { data: [booking], is_own: true, seller: null } }),
  'services.set': (call) => ({
    json: {
      data: (call.body as { services: object[] }).services.map((service, at) => ({
        ...booking,
        ...service,
        id: at + 1,
      })),
    },
  }),
}
beforeEach(async () => {
  bench = await createBench(handlers)
})
afterEach(() => bench.close())
const sent = () => bench.server.callsTo('services.set')[0]?.body

it('lists services with their reasons', async () => {
  const { code, stdout } = await bench.run(['services', 'list', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([0, [booking]])
  const { stdout: table } = await bench.run(['services', 'list'])
  expect(table).toContain('Visitors can’t book online')
})

it('sets the services of a file that it printed itself', async () => {
  const file = join(bench.folder, 'services.json')
  await writeFile(file, JSON.stringify([booking]))
  const { code, stdout } = await bench.run(['services', 'set', file, '--json'])
  expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ name: 'Booking' }]])
  const { id: _id, ...rest } = booking
  expect(sent()).toEqual({ services: [rest] })
})

it('sets services of templates', async () => {
  expect((await bench.run(['services', 'set', '--templates', 'web_design,booking', '--json'])).code).toBe(0)
  expect(sent()).toEqual({
    services: [
      { name: 'Web design', template: 'web_design' },
      { name: 'Online booking', template: 'booking' },
    ],
  })
})

it.each([
  [['services', 'set']],
  [['services', 'set', 'a.json', '--templates', 'booking']],
  [['services', 'set', '--templates', 'magic']],
])('refuses %j', async (args) => {
  expect((await bench.run(args)).code).toBe(2)
  expect(sent()).toBeUndefined()
})

it('says what a file must hold', async () => {
  const file = join(bench.folder, 'services.json')
  await writeFile(file, '{"name": "Booking"}')
  const { code, stderr } = await bench.run(['services', 'set', file])
  expect([code, stderr]).toEqual([2, expect.stringContaining('services list --json')])
})
