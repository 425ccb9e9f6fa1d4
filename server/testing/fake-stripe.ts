import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { createApi } from './fake-stripe-api.ts'
import { createBilling } from './fake-stripe-billing.ts'
import { createContract, decode } from './fake-stripe-contract.ts'
import { createPage } from './fake-stripe-page.ts'
import { createWorld, type Obj, type Params, type World } from './fake-stripe-world.ts'

export const STRIPE_SECRETS = { account: 'whsec_account', connect: 'whsec_connect' }
/** Handles requests: repeats replies by idempotency key, and checks the recorded contract. */
function createHandler(world: World, { post, get, expanded }: ReturnType<typeof createApi>) {
  const { revoked, fail } = world
  const keys = new Map<string, { status: number; body: Obj }>()
  const problems: string[] = []
  const requests: { method: string; path: string; account: string; body: Params }[] = []
  const checkBody = createContract()

  async function answer(request: IncomingMessage, text: string): Promise<{ status: number; body: Obj }> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe')
    const account = String(request.headers['stripe-account'] ?? '')
    const isJson = String(request.headers['content-type']).includes('json')
    const body = isJson && text ? JSON.parse(text) : decode(text)
    requests.push({ method: request.method ?? '', path: pathname, account, body })
    if (
      !pathname.startsWith('/oauth') &&
      !pathname.startsWith('/v2') &&
      request.headers['stripe-version'] !== '2026-10-28.endive'
    )
      problems.push(`${pathname} has no pinned version`)
    const named = account || (pathname.startsWith('/v1/accounts/') ? (pathname.split('/')[3] ?? '') : '')
    if (revoked.has(named))
      return fail(403, {
        type: 'invalid_request_error',
        code: 'account_invalid',
        message: 'The provided key does not have access to this account',
      })
    const isPost = request.method !== 'GET'
    if (request.method === 'DELETE') body.status = 'canceled'
    if (request.method === 'POST' && pathname.startsWith('/v1')) problems.push(...checkBody(pathname, body))
    const key = isPost ? String(request.headers['idempotency-key'] ?? '') : ''
    const known = key ? keys.get(`${account}:${key}`) : undefined
    if (known) return known
    const replied: Obj = isPost
      ? post(pathname, account, body)
      : get(pathname, account, decode(search.slice(1)))
    const made =
      typeof replied.status === 'number' && replied.body
        ? (replied as { status: number; body: Obj })
        : { status: 200, body: isPost ? expanded(replied, body.expand ?? []) : (replied as Obj) }
    if (key) keys.set(`${account}:${key}`, structuredClone(made))
    return structuredClone(made)
  }

  return { answer, problems, requests }
}

/**
 * A fake Stripe with customers, sessions, subscriptions and payments, which emits events of its changes. The test
 * sets its time. Configure `url` as the base URL.
 */
export async function startFakeStripe(clock: { now(): Date }) {
  const world = createWorld(clock)
  const { objects, events, revoked, emit } = world
  const billing = createBilling(world)
  const { answer, problems, requests } = createHandler(world, createApi(world, billing))
  const gates = new Map<string, () => Promise<void>>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { status, body } = await answer(request, Buffer.concat(chunks).toString('utf8'))
      // Holds a reply back after it was read, so that others overtake it.
      await gates.get(request.url?.split('?')[0] ?? '')?.()
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
        .end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const signer = new Stripe('sk_test_signer')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    objects,
    problems,
    requests,
    gates,
    completeCheckout: createPage(world, billing),
    renew: billing.renew,
    /** The two halves of a renewal, an hour apart at Stripe. */
    beginPeriod: billing.beginPeriod,
    chargePeriod: billing.chargePeriod,
    giveBalance: billing.giveBalance,
    payOpen: billing.payOpen,
    dispute: billing.dispute,
    emit,
    revoke: (account: string) => revoked.add(account),
    restore: (account: string) => revoked.delete(account),
    /** Declines cards with this message from now on; null accepts them. */
    declineWith: (message: string | null) => {
      world.settings.decline = message
    },
    /** Banks ask to confirm payments from now on (3-D Secure), until `payOpen`. */
    confirmPayments: (isAsked: boolean) => {
      world.settings.mustConfirm = isAsked
    },
    /** Percentage of tax where the seller has turned automatic tax on. */
    taxWith: (percent: number) => {
      world.settings.tax = percent
    },
    /** Money of stored payment methods arrives later from now on, until `succeed` of the payment. */
    delayPayments: (isDelayed: boolean) => {
      world.settings.isDelayed = isDelayed
    },
    succeed: world.succeed,
    /** Body and header of an event as it would be sent. */
    sign(event: Obj, secret = event.account ? STRIPE_SECRETS.connect : STRIPE_SECRETS.account, age = 0) {
      const payload = JSON.stringify(event)
      const timestamp = Math.floor(Date.now() / 1000) - age
      return { payload, header: signer.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>
