import type { ChatCompletionChunk } from 'openai/resources'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import {
  type CompleteEvent,
  type CompleteRequest,
  type Model,
  ModelError,
  type ModelUsage,
} from '../model-port.ts'
import { asModelError } from './as-model-error.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { openAiSdk } from './openai-sdk.ts'

/** OpenAI, or any server with a compatible API: Ollama, vLLM, a gateway. */
export interface OpenAiSetup {
  outbound: Outbound
  baseUrl: string
  key: string
  model: string
  embeddingModel?: string
  /** Limit of one answer. Default 120 s. */
  timeoutMs?: number
  /**
   * Retries after 408, 409, 429 and 5xx, each after the pause in the vendor's headers. Default 4. None after a
   * failure that took longer than 10 seconds.
   */
  retries?: number
  /** Milliseconds of a monotonic clock, for tests. */
  now?(): number
}

const EMBEDDING_MODEL = 'text-embedding-3-small'
const MAX_MODELS = 1000

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function readUsage(usage: { prompt_tokens?: unknown; completion_tokens?: unknown } | null | undefined) {
  if (!usage) return null
  const { prompt_tokens: prompt, completion_tokens: completion = 0 } = usage
  return isCount(prompt) && isCount(completion) ? ({ prompt, completion } satisfies ModelUsage) : null
}

const REASONS: Record<string, 'stop' | 'length'> = { stop: 'stop', length: 'length' }

/**
 * Reads a stream of chunks.
 * @throws ModelError when it stops midway or never reports its usage
 */
async function* readChunks(chunks: AsyncIterable<ChatCompletionChunk>): AsyncGenerator<CompleteEvent> {
  let usage: ModelUsage | null = null
  let reason: string | null = null
  for await (const chunk of chunks) {
    usage = readUsage(chunk?.usage) ?? usage
    const choice = Array.isArray(chunk?.choices) ? chunk.choices[0] : undefined
    if (choice?.finish_reason) reason = choice.finish_reason
    const text = choice?.delta?.content
    if (typeof text === 'string' && text !== '') yield { kind: 'text', text }
  }
  if (reason === null) throw new ModelError('bad_response', { detail: 'the stream stopped midway' })
  if (usage === null) throw new ModelError('bad_response', { detail: 'the usage is missing' })
  yield { kind: 'end', reason: REASONS[reason] ?? 'other', usage }
}

/** A model with an OpenAI-compatible API. */
export function createOpenAiModel(setup: OpenAiSetup): Model {
  const embeddingModel = setup.embeddingModel ?? EMBEDDING_MODEL
  const timeout = setup.timeoutMs ?? 120_000
  const client = new (openAiSdk())({
    apiKey: setup.key,
    baseURL: setup.baseUrl,
    fetch: guardedFetch(setup.outbound, timeout, setup.now),
    maxRetries: setup.retries ?? 4,
    timeout,
    // Settings in this process's environment belong to the platform and must not apply to a customer's key.
    organization: null,
    project: null,
    adminAPIKey: null,
    logLevel: 'off',
  })

  async function guarded<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      throw asModelError(error)
    }
  }

  async function list(signal: AbortSignal): Promise<string[]> {
    return guarded(signal, async () => {
      const page = await client.models.list({ signal })
      if (!Array.isArray(page.data)) throw new ModelError('bad_response', { detail: 'no list of models' })
      return page.data.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])).slice(0, MAX_MODELS)
    })
  }

  return {
    provider: 'openai',
    name: setup.model,

    async *complete({ messages, maxTokens, asJson }: CompleteRequest, signal) {
      try {
        const chunks = await client.chat.completions.create(
          {
            model: setup.model,
            messages: messages.map(({ role, content }) => ({ role, content })),
            stream: true,
            stream_options: { include_usage: true },
            max_completion_tokens: maxTokens,
            ...(asJson && { response_format: { type: 'json_object' as const } }),
          },
          { signal },
        )
        yield* readChunks(chunks)
      } catch (error) {
        signal.throwIfAborted()
        throw asModelError(error)
      }
    },

    embeddingModel,

    embed: (texts, signal) =>
      guarded(signal, async () => {
        const answer = await client.embeddings.create(
          { model: embeddingModel, input: [...texts], encoding_format: 'float' },
          { signal },
        )
        const usage = readUsage(answer.usage)
        if (!usage || answer.data?.length !== texts.length) throw new ModelError('bad_response')
        const vectors = answer.data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding)
        return { vectors, usage }
      }),

    list,

    async test(signal) {
      const models = await list(signal)
      // Some servers list only loaded models; an empty list means nothing.
      if (models.length > 0 && models.length < MAX_MODELS && !models.includes(setup.model))
        throw new ModelError('not_found', { detail: 'the model is not in the list' })
    },
  }
}
