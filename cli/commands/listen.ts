import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_EVENT_TYPES } from '#contract/activity/webhook-events.ts'
import { createListener, type ListenerEvent, listenerEvents } from '#contract/activity/webhook-listeners.ts'
import { ATTEMPT_SECONDS, deleteWebhook } from '#contract/activity/webhooks.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { list, text } from '../arguments/option-spec.ts'
import { oneOf } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { type ApiClient, readJson } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { ReplyError, UnreachableError } from '../http/request-error.ts'
import { catchInterrupt } from '../terminal/interrupt.ts'

const options = {
  'forward-to': text('URL', 'Send each event to this address, such as http://127.0.0.1:8080/hook'),
  events: list('EVENTS', 'Only these events, separated by commas', oneOf(WEBHOOK_EVENT_TYPES)),
}
type Call = CommandCall<typeof options>
type Arrival = Extract<ListenerEvent, { type: 'event' }>

/** The server says something every 15 seconds; a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000
/** Before the next connection after one that ended as it should. */
const PAUSE_MS = 250

function readTarget(url: string | undefined): string | undefined {
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url
  throw usageError(`--forward-to must be an address such as http://127.0.0.1:8080/hook, not "${url}"`)
}

/** An open connection; `silent` ends it when nothing arrives any more. */
interface Connection {
  response: Response
  silent: AbortController
}

async function connect(client: ApiClient, path: string, stop: AbortSignal): Promise<Connection> {
  const silent = new AbortController()
  const response = await client.send({ method: 'GET', path, signal: AbortSignal.any([stop, silent.signal]) })
  if (!response.ok) throw new ReplyError(response.status, await readJson(response), response.headers)
  return { response, silent }
}

/** The lines of a connection as they arrive, until it breaks, ends or goes silent. */
async function* readLines({ response, silent }: Connection): AsyncGenerator<ListenerEvent> {
  const timer = setTimeout(() => silent.abort(), SILENCE_MS)
  const decoder = new TextDecoder()
  let rest = ''
  const chunks = (response.body as ReadableStream<Uint8Array>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      // Whatever ends a connection, the next one continues behind the last event.
      const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true }))
      if (done || !value) return
      timer.refresh()
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() as string
      for (const line of lines) yield JSON.parse(line) as ListenerEvent
    }
  } finally {
    clearTimeout(timer)
    silent.abort()
  }
}

/** Every event of a listener once and in order, over as many connections as it takes. */
async function receive(
  client: ApiClient,
  id: number,
  stop: AbortSignal,
  handle: (event: Arrival) => Promise<void>,
): Promise<void> {
  let last = 0
  while (!stop.aborted) {
    const path = buildPath(listenerEvents.path, { id }, { after: last })
    const connection = await client.patiently(() => connect(client, path, stop), true, stop)
    for await (const event of readLines(connection)) {
      if (event.type !== 'event') continue
      await handle(event)
      last = event.id
    }
    await sleep(PAUSE_MS, undefined, { signal: stop })
  }
}

/** What the receiver said: its status, or why there is none. */
async function forward(
  url: string,
  { headers, body }: Arrival,
  stop: AbortSignal,
): Promise<{ status: number | null; error: string | null }> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ATTEMPT_SECONDS * 1000)])
  try {
    const { status, body: answer } = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal,
    })
    await answer?.cancel()
    return { status, error: null }
  } catch (error) {
    if (stop.aborted) throw error
    return { status: null, error: new UnreachableError(url, error).message }
  }
}

/** Prints one event: a line, with `--json` a document on one line. */
async function handleEvent({ values, terminal }: Call, event: Arrival, stop: AbortSignal): Promise<void> {
  const url = values['forward-to']
  const outcome = url === undefined ? null : await forward(url, event, stop)
  const { id, event: type, headers, body } = event
  if (terminal.json) {
    const document = { id, message_id: headers['webhook-id'], type, ...outcome, body: JSON.parse(body) }
    terminal.output.write(`${JSON.stringify(document)}\n`)
    return
  }
  const { timestamp } = JSON.parse(body) as { timestamp: string }
  const answer = outcome ? `  ${outcome.status ?? outcome.error}` : ''
  terminal.output.write(`${timestamp}  ${headers['webhook-id']}  ${type}${answer}\n`)
}

/** `leadwright listen`: receives events without a public address. */
export const listenCommand = defineCommand<typeof options>({
  name: 'listen',
  summary: 'Receive webhook events on this machine, until Ctrl-C',
  options,
  notes: [
    'Events are those since the start, each once and in order, also when the connection breaks in between. They are sent with the headers and the body of a delivery, signed with the secret that is printed at the start, one attempt each.',
    'With --json every line is a document: first the listener with its secret, then the events.',
  ],
  examples: [
    'leadwright listen --forward-to http://127.0.0.1:8080/hook',
    'leadwright listen --events lead.added,run.finished --json',
  ],
  async run(call) {
    const { values, terminal } = call
    readTarget(values['forward-to'])
    const interrupt = catchInterrupt()
    const { signal } = interrupt
    const client = await openClient(call)
    const body = values.events.length > 0 ? { events: values.events } : {}
    const { data } = await client.call(createListener, { body }, { patient: true, key: randomUUID() })
    try {
      const { id, secret } = data
      const opening = terminal.json
        ? JSON.stringify({ listener_id: id, secret })
        : `Listening. Secret: ${secret} (Ctrl-C to stop)`
      terminal.output.write(`${opening}\n`)
      await receive(client, id, signal, (event) => handleEvent(call, event, signal))
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      await client.call(deleteWebhook, { params: { id: data.id } }).catch(() => {})
      interrupt.release()
    }
  },
})
