import type { FastifyInstance } from 'fastify'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The caller, and the path's parameters. */
interface Caller {
  ip: string
  params: Readonly<Record<string, string>>
}

/** Where a vendor sends events. */
export interface WebhookReceiver {
  /** From the root, such as `/webhooks/stripe`; may have parameters, as `:token`. */
  path: string
  /** When off, it replies 404: signatures can't be checked. */
  isOn: boolean
  /**
   * Takes the raw body.
   * @returns the status: 200 once it is stored, 400 for a wrong signature, 404 where no events are expected, 503 to
   * have it sent again
   */
  receive(body: Buffer, headers: Headers, caller: Caller): Promise<200 | 400 | 404 | 503>
}

const MAX_BYTES = 1_000_000

/** Receives events of vendors. Signatures cover raw bytes, so these routes have their own parser. */
export function addWebhookReceivers(http: FastifyInstance, receivers: readonly WebhookReceiver[]): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    for (const { path, isOn, receive } of receivers) {
      if (!isOn) continue
      scope.post(path, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const params = request.params as Caller['params']
        const status = await receive(body, request.headers, { ip: request.ip, params })
        return reply.status(status).send({ received: status === 200 })
      })
    }
  })
}
