import { LeadwrightError } from './error.ts'
import type { CallOptions, Operation } from './operation.ts'
import { type ClientOptions, send } from './send.ts'

type Values = Record<string, unknown>

/** Path with its values filled in, and the query; a list repeats its name. */
function makePath(path: string, values: Values, query: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    if (values[name] === undefined) throw new TypeError(`The value "${name}" is missing`)
    return encodeURIComponent(String(values[name]))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one))
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}

/** Sorts the values of a call into path, query and body. */
function sortValues(operation: Operation, values: Values) {
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const rest = Object.entries(values).filter(([name]) => !inPath.has(name))
  const inQuery = (name: string) => !operation.body || operation.query?.includes(name)
  const query = Object.fromEntries(rest.filter(([name]) => inQuery(name)))
  const body = Object.fromEntries(rest.filter(([name]) => !inQuery(name)))
  return { query, body }
}

function encodeBody({ body: kind }: Operation, body: Values) {
  if (!kind) return {}
  if (kind === 'bytes') return { type: 'application/octet-stream', body: body.body as RequestInit['body'] }
  return { type: 'application/json', body: JSON.stringify(kind === 'whole' ? body.body : body) }
}

async function readReply(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    const message = `${response.url} answered with something else than JSON. Is the address right?`
    throw new LeadwrightError({ code: 'bad_reply', message, status: response.status }, { cause })
  }
}

async function* readStream(options: ClientOptions, operation: Operation, values: Values, own: CallOptions) {
  const response = await request(options, operation, values, own)
  let rest = ''
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield JSON.parse(line) as unknown
  }
}

async function request(
  options: ClientOptions,
  operation: Operation,
  values: Values,
  { idempotencyKey, signal }: CallOptions,
): Promise<Response> {
  const { query, body } = sortValues(operation, values)
  const { type, body: encoded } = encodeBody(operation, body)
  return send(options, {
    method: operation.method,
    path: makePath(operation.path, values, query),
    headers: {
      accept: 'application/json',
      ...(operation.isPublic ? {} : { authorization: `Bearer ${options.key}` }),
      ...(type && { 'content-type': type }),
      // The same for each attempt, so that the effect happens once.
      ...(operation.takesKey && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
    },
    ...(encoded !== undefined && { body: encoded }),
    isRepeatable: Boolean(operation.isRepeatable || operation.takesKey),
    ...(signal && { signal }),
  })
}

/** Calls an operation: a promise of its JSON or of the response with a file, or the values of a stream. */
export function callOperation(
  options: ClientOptions,
  operation: Operation,
  values: Values = {},
  own: CallOptions = {},
): Promise<unknown> | AsyncIterable<unknown> {
  if (operation.reply === 'stream') return readStream(options, operation, values, own)
  const response = request(options, operation, values, own)
  return operation.reply === 'file' ? response : response.then(readReply)
}
