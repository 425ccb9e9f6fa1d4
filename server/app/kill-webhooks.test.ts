import { afterAll, expect, it } from 'vitest'
import { createWebhook, showDelivery, webhookDeliveries } from '#contract/activity/webhooks.ts'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import { ended, httpCall, type Signed, signIn, upload } from '#server/testing/http-call.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

const LISTS = 2
const LEADS = 450

interface Got {
  id: string
  list: number
  leads: number[]
}

let program: Program
let admin: Signed
const call = httpCall(() => program.url)
afterAll(() => program?.remove())

async function importList(name: string): Promise<number> {
  const rows = Array.from(
    { length: LEADS },
    (_, at) => `${name} ${at},https://${name.toLowerCase()}-${at}.example`,
  )
  const upload_id = await upload(
    program.url,
    admin,
    Buffer.from(['Name,Website', ...rows].join('\n')),
    `${name}.csv`,
  )
  const body = { upload_id, to: { new_list: name, type: 'local' as const } }
  const answer = await call(startLeadImport, { body }, admin)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  await ended(call, answer.body.data.run.id, admin)
  return answer.body.data.list.id
}

it('events whose program was killed while it sent them arrive all the same, in the order of each list, and the log says so', async () => {
  const received: Got[] = []
  // Requests that are never answered: their program is killed over them.
  let [held, holding] = [0, false]
  const receiver = await startLocalServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString())
      const leads = data.leads.map(({ id }: { id: number }) => id)
      received.push({ id: String(request.headers['webhook-id']), list: data.list.id, leads })
      // Some are taken before the program dies; what comes then is in flight when it does.
      if (holding && received.length > LISTS) held += 1
      else response.writeHead(204).end()
    })
  })
  program = await startProgram({ HOST_MAP: `hook.example=127.0.0.1:${receiver.port}` })
  admin = await signIn(call, PROGRAM_ADMIN)
  const hook = await call(
    createWebhook,
    { body: { url: 'http://hook.example/in', events: ['lead.added'] } },
    admin,
  )
  expect(hook.status, JSON.stringify(hook.error)).toBe(201)
  const { id } = hook.body.data
  holding = true
  const lists = [await importList('Ants'), await importList('Bees')]
  await expect.poll(() => held).toBeGreaterThan(0)
  await program.kill()
  const before = [...received]
  holding = false
  await program.start()
  // What the dead worker had in its hands is free at once and not in a minute.
  await program.withDatabase((client) =>
    client.query(
      `update webhook_lane set lease_until = now() - interval '1 second' where lease_until is not null`,
    ),
  )
  const deliveries = async () =>
    (await call(webhookDeliveries, { params: { id }, query: { limit: 200 } }, admin)).body.data
  await expect.poll(async () => (await deliveries()).every(({ state }) => state === 'succeeded')).toBe(true)

  const log = await deliveries()
  const ids = new Set(received.map((one) => one.id))
  expect([...ids].sort()).toEqual(log.map(({ message_id }) => message_id).sort())
  for (const list of lists) {
    // First arrivals of each event; one that was in flight comes again under the same id.
    const firsts = received.filter(
      (one, at) => one.list === list && received.findIndex((other) => other.id === one.id) === at,
    )
    const leads = firsts.flatMap((one) => one.leads)
    expect(leads).toHaveLength(LEADS)
    expect(leads).toEqual([...leads].sort((a, b) => a - b))
    const all = received.filter((one) => one.list === list).map((one) => one.id)
    const order = firsts.map((one) => one.id)
    // Nothing overtakes: a repetition follows its own first try.
    expect(all.map((one) => order.indexOf(one))).toEqual(
      [...all.map((one) => order.indexOf(one))].sort((a, b) => a - b),
    )
  }
  const twice = [...ids].filter((one) => received.filter((other) => other.id === one).length > 1)
  expect(twice.length).toBeGreaterThan(0)
  expect(twice.every((one) => before.some((other) => other.id === one))).toBe(true)
  // The attempt that nobody saw the end of is not in the log; the one that worked is.
  for (const delivery of log) {
    const { data } = (await call(showDelivery, { params: { id: delivery.id } }, admin)).body
    expect(data.log).toHaveLength(data.attempts)
    expect(data.log.map(({ status }) => status === 204)).toEqual([
      true,
      ...data.log.slice(1).map(() => false),
    ])
  }
})
