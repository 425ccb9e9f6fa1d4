import { callOperation } from './call.ts'
import { LeadwrightError } from './error.ts'
import type { CallOptions, Operation } from './operation.ts'
import { type ClientOptions, pause } from './send.ts'

interface RunFacts {
  id: number
  state: string
  finished_at: string | null
  error: { message: string } | null
}
interface UploadFacts {
  id: string
  offset: number
  chunk_size: number
  complete: boolean
}

/** What the additions below call. */
interface Basics {
  runs: { show(input: { id: number }, options?: CallOptions): Promise<{ data: RunFacts }> }
  uploads: {
    create(input: { name: string; size: number }, options?: CallOptions): Promise<{ data: UploadFacts }>
    append(
      input: { id: string; offset: number; body: Blob },
      options?: CallOptions,
    ): Promise<{ data: UploadFacts }>
  }
  files: { download(input: { ticket: string }, options?: CallOptions): Promise<Response> }
}

type DataOf<Method> = Method extends (...values: never[]) => Promise<{ data: infer Data }> ? Data : never

export interface WaitOptions<Run> {
  /** Called with the run after each look at it. */
  onProgress?: (run: Run) => void
  /** Milliseconds between two looks: 1,000. */
  everyMs?: number
  signal?: AbortSignal
}

/** The calls of the API, and what takes several of them. */
export type Client<Api extends Basics> = Api & {
  runs: {
    /** Waits until a run has ended. @throws LeadwrightError `run_failed` if it failed */
    wait(id: number, options?: WaitOptions<DataOf<Api['runs']['show']>>): Promise<DataOf<Api['runs']['show']>>
  }
  uploads: {
    /** Uploads a file in chunks; its `id` is the `upload_id` of other calls. */
    send(name: string, file: Blob, options?: CallOptions): Promise<DataOf<Api['uploads']['append']>>
  }
  files: {
    /** The file of a ticket, such as `exports.create` returns. */
    open(ticket: { url: string }, options?: CallOptions): Promise<Response>
  }
  /**
   * All records of a call that returns pages, such as `client.each(client.lists.index, { search: 'bakery' })`. Where
   * the list has a cursor, each record that is there throughout comes exactly once, also while others come and go.
   */
  each<Input, Item>(
    method: (
      input: Input & { page?: number; cursor?: string; limit?: number },
      options?: CallOptions,
    ) => Promise<Page<Item>>,
    input?: Omit<Input, 'page' | 'cursor'>,
    options?: CallOptions,
  ): AsyncGenerator<Item, void, undefined>
}

/** `next_cursor` is null at the end, and absent for a list that is read by page number only. */
interface Page<Item> {
  data: Item[]
  total: number
  next_cursor?: string | null
}

const LARGEST_PAGE = 200

async function* readPages<Item>(
  method: (input: never, options?: CallOptions) => Promise<Page<Item>>,
  input: object = {},
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  let at: { page: number } | { cursor: string } = { page: 1 }
  for (let page = 2, seen = 0; ; page++) {
    const reply = await method({ limit: LARGEST_PAGE, ...input, ...at } as never, options)
    const { data, total, next_cursor: cursor } = reply
    yield* data
    seen += data.length
    if (cursor === undefined ? data.length === 0 || seen >= total : cursor === null) return
    at = cursor ? { cursor } : { page }
  }
}

async function waitForRun(api: Basics, id: number, options: WaitOptions<RunFacts> = {}): Promise<RunFacts> {
  const { onProgress, everyMs = 1000, signal } = options
  for (;;) {
    const { data } = await api.runs.show({ id }, signal ? { signal } : {})
    onProgress?.(data)
    if (data.state === 'failed') {
      const message = data.error?.message ?? `Run ${id} failed`
      throw new LeadwrightError({ code: 'run_failed', message, details: { run: data } })
    }
    if (data.finished_at) return data
    await pause(everyMs, signal)
  }
}

async function sendFile(api: Basics, name: string, file: Blob, options?: CallOptions): Promise<UploadFacts> {
  let { data } = await api.uploads.create({ name, size: file.size }, options)
  while (!data.complete) {
    const { id, offset, chunk_size: size } = data
    const body = file.slice(offset, offset + size)
    ;({ data } = await api.uploads.append({ id, offset, body }, options))
  }
  return data
}

/** A client with one method for each operation. @throws TypeError without an address or a key */
export function makeClient<Api extends Basics>(
  operations: Record<string, Operation>,
  options: ClientOptions,
): Client<Api> {
  if (!/^https?:\/\//.test(options.url)) throw new TypeError('url must begin with https:// or http://')
  if (!options.key) throw new TypeError('key is missing: create one under Profile settings, API keys')
  const areas: Record<string, Record<string, unknown>> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const [area = '', method = ''] = name.split('.')
    areas[area] = {
      ...areas[area],
      [method]: (values?: Record<string, unknown>, own?: CallOptions) =>
        callOperation(options, operation, values, own),
    }
  }
  const api = areas as unknown as Basics
  const additions = {
    runs: {
      ...api.runs,
      wait: (id: number, own?: WaitOptions<RunFacts>) => waitForRun(api, id, own),
    },
    uploads: {
      ...api.uploads,
      send: (name: string, file: Blob, own?: CallOptions) => sendFile(api, name, file, own),
    },
    files: {
      ...api.files,
      open: (ticket: { url: string }, own?: CallOptions) =>
        api.files.download({ ticket: ticket.url.split('/').at(-1) ?? '' }, own),
    },
    each: readPages,
  }
  return { ...areas, ...additions } as unknown as Client<Api>
}
