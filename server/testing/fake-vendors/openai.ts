import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { FAKE_KEY } from './fake-vendor.ts'

interface PromptSource {
  id: string
  kind: string
  text: string
}

export interface FakeRequest {
  model: string
  /** All messages, joined. */
  prompt: string
  system: string
  sources: PromptSource[]
  /** Number of earlier requests. */
  index: number
}

/** The fake model's action: writes a text, or fails like vendors do. `retryAfter` (seconds) is sent as a header. */
export type FakeReply =
  | { text: string }
  | { fault: 'rubbish' | 'midway' | 'no_usage' | 'down' | 'unreachable' | 'quota' | 'unauthorized' }
  | { fault: 'rate_limited'; retryAfter?: number }

export interface FakeOpenAi {
  /** Base URL, with `/v1`. */
  url: string
  /** Every billed answer, in order. */
  log: { prompt: number; completion: number; prompted: FakeRequest; text: string }[]
  /** Sum of all tokens of the log. */
  tokens(): number
  /** Replaces its behaviour. */
  behave(next: (prompted: FakeRequest) => FakeReply): void
  /** Received requests, answered or not. */
  requests: { path: string; authorization: string }[]
  /** Holds back all answers after the next `after` until the returned function is called. */
  hold(after?: number): () => void
  close(): Promise<void>
}

export const FAKE_MODEL = 'fake-model'

const SOURCE = /<source id="([^"]+)" kind="([^"]+)"[^>]*>\n([\s\S]*?)\n<\/source [^>]*>/g
const tokensOf = (texts: string) => Math.ceil(texts.length / 4)

const sourcesIn = (prompt: string): PromptSource[] =>
  [...prompt.matchAll(SOURCE)].map(([, id = '', kind = '', body = '']) => ({ id, kind, text: body }))

/** An honest model: repeats the lead's record and the first sentence of a page, each with its quote. */
export function honestly({ sources }: Pick<FakeRequest, 'sources'>): FakeReply {
  const lead = sources.find(({ kind }) => kind === 'field')
  const page = sources.find(({ kind }) => kind === 'page')
  const lines = lead?.text.split('\n') ?? []
  const of = (label: string) => lines.find((line) => line.startsWith(`${label}: `))
  const fields = [of('Company') ?? of('Name'), of('City')].filter((item) => item !== undefined)
  const sentences = [
    ...fields.map((quote) => ({ text: `${quote}.`, citations: [{ source: lead?.id, quote }] })),
    ...(page
      ? [page.text.split(/(?<=[.!?])\s/)[0] ?? ''].map((quote) => ({
          text: `The website says: “${quote}”`,
          citations: [{ source: page.id, quote }],
        }))
      : []),
  ]
  return { text: JSON.stringify(sentences.length > 0 ? { sentences } : { no_signal: true }) }
}

const chunk = (model: string, choices: object[], usage: object | null = null) => ({
  id: 'chatcmpl-fake',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model,
  system_fingerprint: 'fp_fake',
  choices,
  usage,
})
const delta = (model: string, content: string) =>
  chunk(model, [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }])
const line = (value: object) => `data: ${JSON.stringify(value)}\n\n`

const errorBody = (type: string, code: string | null, message: string) =>
  JSON.stringify({ error: { message, type, param: null, code } })

/** Chunks of a streamed answer: small, so that words are cut in two. */
const piecesOf = (texts: string): string[] => texts.match(/[\s\S]{1,24}/g) ?? ['']

function refuse(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

const FAULTS: Record<string, (response: ServerResponse) => void> = {
  down: (response) =>
    refuse(response, 500, errorBody('server_error', null, 'Fault'), { 'retry-after-ms': '1' }),
  unreachable: (response) => response.destroy(),
  quota: (response) =>
    refuse(
      response,
      429,
      errorBody('insufficient_quota', 'insufficient_quota', 'You exceeded your current quota'),
    ),
  unauthorized: (response) =>
    refuse(
      response,
      401,
      errorBody('invalid_request_error', 'invalid_api_key', 'Incorrect API key provided'),
    ),
}

/** A language model vendor on this machine with an OpenAI-compatible API: streamed chat, embeddings, models. */
export async function startFakeOpenAi(
  first: (prompted: FakeRequest) => FakeReply = honestly,
): Promise<FakeOpenAi> {
  let behave = first
  let held: Promise<void> = Promise.resolve()
  let free = 0
  let wanted = 0
  const log: FakeOpenAi['log'] = []
  const requests: FakeOpenAi['requests'] = []

  function stream(response: ServerResponse, prompted: FakeRequest, reply: FakeReply) {
    if ('fault' in reply && reply.fault === 'rate_limited')
      return refuse(response, 429, errorBody('requests', 'rate_limit_exceeded', 'Rate limit reached'), {
        ...(reply.retryAfter === undefined
          ? { 'retry-after-ms': '1' }
          : { 'retry-after': String(reply.retryAfter) }),
      })
    const fail = 'fault' in reply && FAULTS[reply.fault]
    if (fail) return fail(response)
    const texts = 'text' in reply ? reply.text : '{"sentences":[{"text":"Half a sen'
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(
      line(
        chunk(prompted.model, [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
      ),
    )
    for (const piece of piecesOf(texts)) response.write(line(delta(prompted.model, piece)))
    const fault = 'fault' in reply ? reply.fault : null
    if (fault === 'rubbish') return response.end('data: {"choices": [{"del\n\ndata: %%%%\n\n')
    if (fault === 'midway') return void response.write(' ', () => response.destroy())
    response.write(
      line(chunk(prompted.model, [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }])),
    )
    if (fault === 'no_usage') return response.end('data: [DONE]\n\n')
    const [prompt, completion] = [tokensOf(prompted.prompt), tokensOf(texts)]
    log.push({ prompt, completion, prompted, text: texts })
    const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
    response.end(`${line(chunk(prompted.model, [], usage))}data: [DONE]\n\n`)
  }

  function chat(
    response: ServerResponse,
    body: { model: string; messages: { role: string; content: string }[] },
  ) {
    const prompt = body.messages.map(({ content }) => content).join('\n')
    const system = body.messages.find(({ role }) => role === 'system')?.content ?? ''
    const prompted = { model: body.model, prompt, system, sources: sourcesIn(prompt), index: wanted }
    wanted += 1
    stream(response, prompted, behave(prompted))
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    const authorization = request.headers.authorization ?? ''
    requests.push({ path, authorization })
    const body = await text(request)
    if (free > 0) free -= 1
    else await held
    if (authorization !== `Bearer ${FAKE_KEY}`) return FAULTS.unauthorized?.(response)
    const json = (value: object) => refuse(response, 200, JSON.stringify(value))
    if (path === '/v1/models')
      return json({
        object: 'list',
        data: [{ id: FAKE_MODEL, object: 'model', created: 1_760_000_000, owned_by: 'fake' }],
      })
    if (path === '/v1/embeddings') {
      const { input } = JSON.parse(body) as { input: string[] }
      const data = input.map((texts, index) => ({ object: 'embedding', index, embedding: [texts.length, 1] }))
      const tokens = tokensOf(input.join(' '))
      return json({
        object: 'list',
        data,
        model: 'fake-embedding',
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      })
    }
    if (path === '/v1/chat/completions') return chat(response, JSON.parse(body))
    refuse(response, 404, errorBody('invalid_request_error', null, 'Unknown'))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    log,
    tokens: () => log.reduce((sum, { prompt, completion }) => sum + prompt + completion, 0),
    behave: (next) => {
      behave = next
    },
    requests,
    hold(after = 0) {
      const gate = Promise.withResolvers<void>()
      held = gate.promise
      free = after
      return gate.resolve
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
