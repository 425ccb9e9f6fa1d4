import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { startVerifierBench } from '#server/testing/email-verifier-bench.ts'

/** A complete third-party mail server, as an independent check of our SMTP. */
async function startServer(commands: string[]): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: ({ address }, _session, done) => {
      commands.push(`from ${address}`)
      done()
    },
    onRcptTo: ({ address }, _session, done) => {
      const known = address.startsWith('ann@')
      commands.push(known ? address : 'somebody')
      done(known ? null : Object.assign(new Error('No such user here'), { responseCode: 550 }))
    },
    onData: (_stream, _session, done) => {
      commands.push('data')
      done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

it('works with a real mail server', async () => {
  const commands: string[] = []
  const bench = await startVerifierBench({ map: { 'acme.example': await startServer(commands) } })
  onTestFinished(bench.close)
  expect(await bench.verifier.verify('ann@acme.example')).toMatchObject({ state: 'valid', catch_all: false })
  expect(await bench.verifier.verify('bob@acme.example')).toMatchObject({
    state: 'invalid',
    reason: 'mailbox_unknown',
  })
  expect(commands.filter((command) => command.startsWith('from'))).toEqual(
    Array(2).fill('from probe@probe.example'),
  )
  expect(commands).not.toContain('data')
  expect(bench.errors).toEqual([])
})
