import { paymentStatus, reconcilePayments } from '#contract/accounts/payment-checks.ts'
import { paymentEvents } from '#contract/accounts/payments.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed } from '../arguments/option-spec.ts'
import { wholeNumber } from '../arguments/value-parsers.ts'
import { EXIT } from '../exit-codes.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { textTable } from '../terminal/text-table.ts'

const statusCommand = defineCommand({
  name: 'payments status',
  summary: 'Show whether payments work: Stripe, waiting and failed events, last comparison',
  notes: ['The platform account sees the events of all sellers.'],
  examples: ['leadwright payments status --json'],
  async run(call) {
    const { data } = await callServer(call, paymentStatus, {})
    const { stripe, events } = data
    const state = stripe.connection?.state ?? (stripe.available ? 'not connected' : 'not set up')
    call.terminal.result(data, () =>
      [
        `Stripe: ${state}`,
        `Events: ${events.done} done, ${events.received} waiting, ${events.ignored} ignored, ${events.failed} failed`,
        `Compared with Stripe: ${data.reconciled_at ?? 'never'}, ${data.differences} differences`,
      ].join('\n'),
    )
    return events.failed > 0 ? EXIT.failed.code : EXIT.done.code
  },
})

const eventsCommand = defineCommand({
  name: 'payments events',
  summary: 'List events of payment vendors, newest first',
  options: { limit: parsed('N', 'Maximum number (100 by default)', wholeNumber(1)) },
  notes: ['Outcomes: received (waits for its worker), done, ignored, failed.'],
  examples: ['leadwright payments events --json'],
  async run(call) {
    const client = await openClient(call)
    const found = await readPages(call.values.limit ?? 100, MAX_PAGE_SIZE, (page, limit) =>
      client.call(paymentEvents, { query: { page, limit } }),
    )
    const events = found.data.map(({ id, type, received_at, outcome }) => ({
      id,
      type,
      received_at,
      outcome,
    }))
    const columns = ['ID', 'TYPE', 'RECEIVED', 'OUTCOME']
    call.terminal.result(events, () =>
      textTable(
        columns,
        events.map((event) => Object.values(event)),
        call.terminal.width,
      ),
    )
  },
})

const reconcileCommand = defineCommand({
  name: 'payments reconcile',
  summary: 'Compare with Stripe: repair states, report differences of money, give no credits',
  notes: ['Exits with 1 if there are differences.'],
  examples: ['leadwright payments reconcile --json'],
  async run(call) {
    const { data } = await callServer(call, reconcilePayments, {})
    call.terminal.result(data, () =>
      [
        `${data.checked} checked, ${data.repaired} repaired, ${data.differences.length} differences`,
        ...data.differences.map(({ kind, external_id, message }) => `${kind}  ${external_id}  ${message}`),
      ].join('\n'),
    )
    return data.differences.length > 0 ? EXIT.failed.code : EXIT.done.code
  },
})

export const PAYMENT_COMMANDS = [statusCommand, eventsCommand, reconcileCommand]
