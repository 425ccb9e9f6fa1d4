import { expect } from 'vitest'
import { createWebhook, showDelivery, webhookDeliveries } from '#contract/activity/webhooks.ts'
import { startSampleWebsites } from '../sample-websites.ts'
import { importLeads, type KillRow, made, until, type World } from './world.ts'

const NAMES = ['Ants', 'Bees']
const LEADS = 450

interface Arrival {
  id: string
  list: number
  leads: number[]
}

/** A receiver that accepts the first requests of both lists, and holds replies to the others back until released. */
async function startReceiver() {
  const received: Arrival[] = []
  let [held, isHolding] = [0, true]
  const server = await startSampleWebsites({
    'hook.example': {
      '/in': (request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk) => chunks.push(chunk))
        request.on('end', () => {
          const { data } = JSON.parse(Buffer.concat(chunks).toString())
          const leads = data.leads.map(({ id }: { id: number }) => id)
          received.push({ id: String(request.headers['webhook-id']), list: data.list.id, leads })
          if (isHolding && received.length > NAMES.length) held += 1
          else response.writeHead(204).end()
        })
      },
    },
  })
  return {
    hostMap: server.hostMap,
    received,
    isHeld: () => held > 0,
    letGo: () => {
      isHolding = false
    },
    close: server.close,
  }
}

const rowsOf = (name: string, from: number, to: number) => [
  'Name,Website',
  ...Array.from({ length: to - from }, (_, n) => `${name} ${from + n},https://${name}-${from + n}.example`),
]

/** All leads of a list arrived in the order of their creation; repeated ones overtook nothing. */
function expectInOrder(received: Arrival[]): void {
  const ids = received.map(({ id }) => id)
  const firsts = received.filter(({ id }, at) => ids.indexOf(id) === at)
  const leads = firsts.flatMap((first) => first.leads)
  expect(leads).toHaveLength(LEADS)
  expect(leads).toEqual(leads.toSorted((a, b) => a - b))
  const order = firsts.map(({ id }) => id)
  const places = ids.map((id) => order.indexOf(id))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
}

/** Events of two lists on their way to a webhook. */
export function createWebhooksRow(): KillRow {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let before: string[] = []
  let lists: number[] = []
  const hooks: number[] = []
  async function deliveries({ call, admin }: World) {
    const pages = hooks.map((id) => call(webhookDeliveries, { params: { id }, query: { limit: 200 } }, admin))
    return (await Promise.all(pages)).flatMap(({ body }) => body.data)
  }
  return {
    title: 'events: arrive in the order of each list, as recorded in the log',
    async prepare() {
      receiver = await startReceiver()
      return { HOST_MAP: receiver.hostMap }
    },
    async setUp(world) {
      for (const name of NAMES) {
        const list_id = await importLeads(world, rowsOf(name, 0, 1), { new_list: name, type: 'local' })
        const body = { url: 'http://hook.example/in', events: ['lead.added' as const], list_id }
        hooks.push(made(await world.call(createWebhook, { body }, world.admin)).id)
        lists = [...lists, list_id]
      }
    },
    async start(world) {
      for (const [at, name] of NAMES.entries())
        await importLeads(world, rowsOf(name, 1, LEADS + 1), { list_id: lists[at] as number })
      await until('the receiver holds a reply back', receiver.isHeld)
      return []
    },
    release() {
      before = receiver.received.map(({ id }) => id)
      receiver.letGo()
    },
    async check(world) {
      const { call, admin } = world
      // Releases the dead worker's claims at once instead of after a minute.
      await world.query(
        `update webhook_lane set lease_until = now() - interval '1 second' where lease_until is not null`,
      )
      await expect
        .poll(async () => (await deliveries(world)).every(({ state }) => state === 'succeeded'))
        .toBe(true)
      const log = await deliveries(world)
      const { received } = receiver
      const ids = new Set(received.map(({ id }) => id))
      expect([...ids].sort()).toEqual(log.map(({ message_id }) => message_id).sort())
      for (const list of lists) expectInOrder(received.filter((arrival) => arrival.list === list))
      const twice = [...ids].filter((id) => received.filter((other) => other.id === id).length > 1)
      expect(twice.length).toBeGreaterThan(0)
      expect(before).toEqual(expect.arrayContaining(twice))
      // The interrupted attempt is not in the log, the successful one is.
      for (const delivery of log) {
        const { data } = (await call(showDelivery, { params: { id: delivery.id } }, admin)).body
        expect(data.log).toHaveLength(data.attempts)
        expect(data.log.map(({ status }) => status === 204)).toEqual(data.log.map((_, at) => at === 0))
      }
    },
    close: () => receiver?.close(),
  }
}
