import { connect, createServer, type Socket } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { runCli, startCli } from '../testing/run-cli.ts'

let t: TestApp
let origin: string
beforeAll(async () => {
  t = await sharedWebApp()
  origin = await t.listen()
})
afterAll(() => t.close())

/** A way to the server that can be cut. */
async function startWay() {
  const target = new URL(origin)
  const sockets = new Set<Socket>()
  let isOpen = true
  const server = createServer((socket) => {
    if (!isOpen) return void socket.destroy()
    const onward = connect(Number(target.port), target.hostname)
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    cut: () => {
      isOpen = false
      for (const socket of sockets) socket.destroy()
    },
    mend: () => {
      isOpen = true
    },
  }
}

const startListening = (user: TestUser, url: string, ...options: string[]) => {
  const { child, result } = startCli(['listen', ...options], {
    env: { LEADWRIGHT_URL: url, LEADWRIGHT_TOKEN: user.token },
  })
  let output = ''
  child.stdout?.on('data', (text: string) => {
    output += text
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = () => output.split('\n').filter(Boolean)
  const seen = (count: number) =>
    expect.poll(() => lines().length, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(count)
  return { child, result, lines, seen }
}

const command = async (user: TestUser, ...line: string[]) => {
  const { code, stdout, stderr } = await runCli([...line, '--json'], {
    env: { LEADWRIGHT_URL: origin, LEADWRIGHT_TOKEN: user.token },
  })
  return { code, stderr, json: stdout ? JSON.parse(stdout) : null }
}

it('hands each event over once and signed, also after the connection broke', async () => {
  const user = await t.account()
  const list = await seedList(t, user)
  const got: { headers: Record<string, string>; body: string }[] = []
  const receiver = await startLocalServer(async (request, response) => {
    let body = ''
    for await (const bytes of request) body += bytes
    got.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(got.length === 1 ? 500 : 204).end()
  })
  const way = await startWay()
  const listener = startListening(user, way.url, '--forward-to', `${receiver.url}/hook`)
  await listener.seen(1)
  const secret = /Secret: (whsec_\S+)/.exec(listener.lines()[0] ?? '')?.[1] as string

  const sent = await command(user, 'trigger', 'lead.added')
  expect(sent).toMatchObject({ code: 0, json: { data: [{ webhook: 'Command line' }] } })
  await listener.seen(2)
  expect(listener.lines()[1]).toMatch(/ msg_\S+ {2}lead\.added {2}500$/)
  expect(new Verifier(secret).verify(got[0]?.body ?? '', got[0]?.headers ?? {})).toMatchObject({
    type: 'lead.added',
    test: true,
  })

  way.cut()
  await command(user, 'trigger', 'lead.deleted')
  expect(await command(user, 'lists', 'delete', String(list.id))).toMatchObject({ code: 0 })
  way.mend()
  await listener.seen(4)
  expect(got.map(({ body }) => JSON.parse(body).type)).toEqual(['lead.added', 'lead.deleted', 'list.deleted'])
  expect(JSON.parse(got[2]?.body ?? '')).toMatchObject({ data: { list: { id: list.id } } })

  listener.child.kill('SIGINT')
  expect(await listener.result).toMatchObject({ code: 0, stderr: expect.not.stringContaining('at ') })
  expect((await command(user, 'webhooks', 'list')).json.data).toEqual([])
})

it('prints a document per line, and only the events that were asked for', async () => {
  const user = await t.account()
  const listener = startListening(user, origin, '--json', '--events', 'lead.won,list.deleted')
  await listener.seen(1)
  const refused = await command(user, 'trigger', 'lead.added')
  expect(refused).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('No webhook receives lead.added'),
  })
  await command(user, 'trigger', 'list.deleted')
  await listener.seen(2)
  const [opening, event] = listener.lines().map((line) => JSON.parse(line))
  expect(opening).toEqual({ listener_id: expect.any(Number), secret: expect.stringMatching(/^whsec_/) })
  expect(event).toMatchObject({
    type: 'list.deleted',
    message_id: expect.stringMatching(/^msg_/),
    body: { test: true },
  })
  await command(user, 'webhooks', 'delete', String(opening.listener_id))
  const { code, stderr } = await listener.result
  expect([code, stderr]).toEqual([4, expect.stringContaining('webhook')])
})

it('refuses an address and events that don’t exist before it starts', async () => {
  const user = await t.account()
  for (const [line, message] of [
    [['listen', '--forward-to', '127.0.0.1:80'], '--forward-to must be an address'],
    [['listen', '--events', 'lead.aded'], 'Did you mean lead.added?'],
    [['trigger', 'lead.aded'], 'Did you mean lead.added?'],
  ] as const)
    expect(await command(user, ...line)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  expect((await command(user, 'webhooks', 'list')).json.data).toEqual([])
})
