import type { IncomingMessage, ServerResponse } from 'node:http'
import { Webhook as Verifier } from 'standardwebhooks'
import { onTestFinished, vi } from 'vitest'
import { createDispatcher, type DispatcherOptions } from '#server/modules/activity/webhooks/index.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { startLocalServer } from './local-server.ts'
import type { TestApp } from './test-app.ts'

export interface Received {
  path: string
  id: string
  headers: Record<string, string>
  body: string
  json: { type: string; timestamp: string; data: Record<string, unknown>; test?: true }
}

type Answer = (request: Received, response: ServerResponse, raw: IncomingMessage) => void

/** A webhook receiver on this machine for one test; its dispatcher resolves `https://NAME.example/…` to it. */
export async function startReceiver(t: TestApp, options: DispatcherOptions = {}) {
  const received: Received[] = []
  let answer: Answer = (_, response) => response.writeHead(204).end()
  const server = await startLocalServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const headers = request.headers as Record<string, string>
      const delivery = { path: request.url ?? '', id: headers['webhook-id'] ?? '', headers, body }
      const got = { ...delivery, json: JSON.parse(body) }
      received.push(got)
      answer(got, response, request)
    })
  })
  const target = `127.0.0.1:${server.port}`
  const outbound = createOutbound({
    userAgent: 'test',
    hostMap: { 'hook.example': target, 'other.example': target },
  })
  let ahead = 0
  const make = (more: DispatcherOptions = {}) =>
    createDispatcher(t.app.ctx, {
      outbound,
      ahead: () => ahead,
      random: () => 0,
      ...options,
      ...more,
    })
  const dispatcher = make()
  onTestFinished(async () => {
    await dispatcher.close()
    await outbound.close()
  })
  return {
    received,
    dispatcher,
    make,
    answer: (next: Answer) => {
      answer = next
    },
    /** Advances the time and makes due attempts. */
    async after(seconds: number): Promise<void> {
      ahead += seconds
      await dispatcher.deliverDue()
    },
    ahead: () => ahead,
    types: () => received.map(({ json }) => json.type),
  }
}

/** The payload according to an independent implementation; throws when the signature is invalid at that time. */
export function verified(secret: string, { body, headers }: Received, ahead = 0): unknown {
  const now = Date.now()
  const moved = vi.spyOn(Date, 'now').mockReturnValue(now + ahead * 1000)
  try {
    return new Verifier(secret).verify(body, headers)
  } finally {
    moved.mockRestore()
  }
}
