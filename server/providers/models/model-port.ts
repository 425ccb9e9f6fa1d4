/** Tokens of one request as counted by the vendor, who bills them. */
export interface ModelUsage {
  prompt: number
  completion: number
}

/** One message of a conversation. Untrusted text is only in `user` messages. */
interface ModelMessage {
  role: 'system' | 'user'
  content: string
}

/** A source that an answer may cite. */
export interface CitableSource {
  /** Name for citations: `lead`, `page1`, `signal_no_booking`, `training2`, `business`. */
  id: string
  kind: 'field' | 'page' | 'signal' | 'training' | 'business'
  title: string
  url: string | null
  /** When it was read or written; ISO 8601. */
  date: string | null
  text: string
}

/** The request as data, for writers that are not language models. */
export interface WritingTask {
  promptType: string
  sources: readonly CitableSource[]
  /** The lead's values as text, by field name. */
  lead: Readonly<Record<string, string>>
}

export interface CompleteRequest {
  messages: readonly ModelMessage[]
  task: WritingTask
  /** Maximum tokens of the answer. */
  maxTokens: number
  /** Requests one JSON object. */
  asJson?: boolean
}

/** A piece of a streamed answer, or its end with the usage. */
export type CompleteEvent =
  | { kind: 'text'; text: string }
  | { kind: 'end'; reason: 'stop' | 'length' | 'other'; usage: ModelUsage }

/** A language model of any vendor. All failures are ModelErrors. */
export interface Model {
  provider: 'openai' | 'template'
  /** The model's name at its vendor. */
  name: string
  /** Streams an answer; the last event is always its end. Leaving the loop early ends the request. */
  complete(request: CompleteRequest, signal: AbortSignal): AsyncGenerator<CompleteEvent>
  /** The vendor's name of the embedding model; null without one. */
  embeddingModel: string | null
  embed(texts: readonly string[], signal: AbortSignal): Promise<{ vectors: number[][]; usage: ModelUsage }>
  /** Names of the models available to the key. */
  list(signal: AbortSignal): Promise<string[]>
  /** Checks key and model without cost. */
  test(signal: AbortSignal): Promise<void>
}

export interface Completion {
  text: string
  reason: 'stop' | 'length' | 'other'
  usage: ModelUsage
}

const LONGEST_ANSWER = 100_000

/** Reads a whole answer. @throws ModelError, also when it exceeds the limit */
export async function completeAll(
  model: Model,
  request: CompleteRequest,
  signal: AbortSignal,
): Promise<Completion> {
  let text = ''
  for await (const event of model.complete(request, signal)) {
    if (event.kind === 'end') return { text, reason: event.reason, usage: event.usage }
    text = `${text}${event.text}`.slice(0, LONGEST_ANSWER)
  }
  throw new ModelError('bad_response', { detail: 'the stream did not end properly' })
}

/**
 * Why a model failed: `unauthorized` and `not_found` are faults of the settings, `quota_exhausted` of the vendor's
 * bill, `rate_limited` and `unavailable` are temporary, `bad_response` is an unreadable answer.
 */
export type ModelErrorCode =
  | 'unauthorized'
  | 'not_found'
  | 'quota_exhausted'
  | 'rate_limited'
  | 'unavailable'
  | 'blocked_address'
  | 'bad_response'

const WORDS: Record<ModelErrorCode, string> = {
  unauthorized: 'The model’s vendor rejected the key',
  not_found: 'The vendor doesn’t have this model at this address',
  quota_exhausted: 'The key’s quota with the model’s vendor is used up',
  rate_limited: 'The model’s vendor is limiting requests',
  unavailable: 'We couldn’t reach the model’s vendor',
  blocked_address: 'The address of the model is not on the public internet',
  bad_response: 'The model’s vendor returned an unreadable response',
}

/** The only error of a model. Its message may be shown; `detail` is for the log. */
export class ModelError extends Error {
  override name = 'ModelError'
  readonly code: ModelErrorCode
  readonly detail: string | null
  readonly retryAfterSeconds: number | null

  constructor(
    code: ModelErrorCode,
    more: { detail?: string; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(WORDS[code], more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.detail = more.detail ?? null
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }

  /** Whether retries are pointless until someone changes a setting or pays a bill. */
  get endsRun(): boolean {
    return ['unauthorized', 'not_found', 'quota_exhausted', 'blocked_address'].includes(this.code)
  }
}
