import * as z from 'zod/mini'
import { dataReply } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

export const CHECKOUT_STATES = ['waiting', 'paid', 'cancelled'] as const

const api = defineArea({ tag: 'Payments', access: 'public' })

export const checkoutState = api.get('/api/checkouts/{session}', {
  name: 'payments.checkoutState',
  reads: ['payments'],
  summary: 'Whether the payment of a checkout page has arrived',
  description: 'The payment page appends the session id to the return address.',
  params: z.object({ session: z.string().check(z.regex(/^[\w-]{8,300}$/)) }),
  reply: dataReply(z.object({ state: z.enum(CHECKOUT_STATES) })),
})
