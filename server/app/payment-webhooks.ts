import type { FastifyInstance } from 'fastify'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Where a payment vendor sends events. */
export interface WebhookReceiver {
  /** From the root, such as `/webhooks/stripe`. */
  path: string
  /** Without what signatures are checked with there is nothing at the address. */
  isOn: boolean
  /** Takes the raw body. @returns the status: 200 once it is stored, 400 for a signature that is not right. */
  receive(body: Buffer, headers: Headers): Promise<200 | 400>
}

const MAX_BYTES = 1_000_000

/** Takes events of payment vendors. Signatures are over raw bytes, so these addresses have a parser of their own. */
export function addPaymentWebhooks(http: FastifyInstance, receivers: readonly WebhookReceiver[]): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    for (const { path, isOn, receive } of receivers) {
      if (!isOn) continue
      scope.post(path, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const status = await receive(body, request.headers)
        return reply.status(status).send({ received: status === 200 })
      })
    }
  })
}
