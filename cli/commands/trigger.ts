import { randomUUID } from 'node:crypto'
import { WEBHOOK_EVENT_TYPES } from '#contract/activity/webhook-events.ts'
import { testWebhook, webhooks } from '#contract/activity/webhooks.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed } from '../arguments/option-spec.ts'
import { idArgument, oneOf } from '../arguments/value-parsers.ts'
import { CliError } from '../cli-error.ts'
import { openClient } from '../http/open-session.ts'
import { right, textTable } from '../terminal/text-table.ts'

const options = {
  webhook: parsed('ID', 'Only this webhook, also if it receives other events', (typed) =>
    idArgument(typed, '--webhook'),
  ),
}

/** `leadwright trigger`: a test event for everyone who receives it. */
export const triggerCommand = defineCommand<typeof options>({
  name: 'trigger',
  summary: 'Send a test event to webhooks and listeners that receive it',
  positionals: ['EVENT'],
  options,
  notes: ['It has the data of the example of the event and "test": true.'],
  examples: ['leadwright trigger lead.added'],
  async run(call) {
    const event = oneOf(WEBHOOK_EVENT_TYPES)(call.positionals[0]!, 'EVENT')
    const client = await openClient(call)
    const { data: all } = await client.call(webhooks, {})
    const { webhook: only } = call.values
    const receivers = all.filter(({ id, active, events }) =>
      only === undefined ? active && events.includes(event) : id === only,
    )
    if (receivers.length === 0)
      throw new CliError('notFound', only ? `There is no webhook ${only}` : `No webhook receives ${event}`, {
        code: 'not_found',
        hint: `leadwright listen --events ${event}`,
      })
    const sent: { delivery_id: number; webhook_id: number; webhook: string }[] = []
    for (const { id, name } of receivers) {
      const call = { params: { id }, body: { event } }
      const { data } = await client.call(testWebhook, call, { patient: true, key: randomUUID() })
      sent.push({ delivery_id: data.id, webhook_id: id, webhook: name })
    }
    call.terminal.result({ data: sent }, () =>
      textTable(
        [...right('DELIVERY', 'ID'), 'WEBHOOK'],
        sent.map((one) => [one.delivery_id, one.webhook_id, one.webhook]),
        call.terminal.width,
      ),
    )
  },
})
