import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sleep, within } from '../clock.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its replies never end by themselves. */
    isLive?: boolean
  }
}

export interface StopTimes {
  /** Goes on serving for so long while `/readyz` sends new visitors to other processes. */
  pauseMs: number
  /** Requests that take longer after that are cut. */
  limitMs: number
}
export const STOP_TIMES: StopTimes = { pauseMs: 0, limitMs: 25_000 }

/** How a server ends: requests in progress are answered, live streams are cut. */
export interface Drain {
  isStopping(): boolean
  /** Stops accepting connections and resolves when the last request has its reply. */
  close(): Promise<void>
}

/** Follows the requests of a server that has not started yet. */
export function addDrain(app: FastifyInstance, { pauseMs, limitMs }: StopTimes): Drain {
  const open = new Set<ServerResponse>()
  const live = new Set<Readable>()
  let isStopping = false
  let wake = () => {}

  app.addHook('onRequest', (_request, reply, done) => {
    const { raw } = reply
    const answered = () => {
      open.delete(raw)
      if (open.size === 0) wake()
    }
    open.add(raw)
    raw.once('finish', answered).once('close', answered)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // Whoever keeps the connection must not send the next request there.
    if (isStopping) reply.header('connection', 'close')
    // An error is an answer of its own, and ends.
    if (request.routeOptions.config.isLive && payload instanceof Readable) {
      live.add(payload)
      payload.once('close', () => live.delete(payload))
      if (isStopping) payload.destroy()
    }
    done(null, payload)
  })

  const allAnswered = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      if (open.size === 0) resolve()
    })

  return {
    isStopping: () => isStopping,
    async close() {
      isStopping = true
      for (const stream of live) stream.destroy()
      if (pauseMs > 0) await sleep(pauseMs)
      const closed = app.close()
      await within(limitMs, allAnswered())
      // Connections on which nothing was ever sent don't count as idle, and would be waited for.
      app.server.closeAllConnections()
      await closed
    },
  }
}
