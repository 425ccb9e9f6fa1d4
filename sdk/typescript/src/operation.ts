/** How an operation of the API is called. */
export interface Operation {
  method: string
  /** Path with `{params}`. */
  path: string
  /** Names of values that belong to the query, where the operation has a body. */
  query?: readonly string[]
  /** The body: all other values, or the value `body` as JSON or as bytes. */
  body?: 'fields' | 'whole' | 'bytes'
  /** JSON where absent; `stream` is one JSON value a line, `file` is bytes. */
  reply?: 'stream' | 'file'
  /** Needs no key. */
  isPublic?: boolean
  takesKey?: boolean
  isRepeatable?: boolean
}

export interface CallOptions {
  /** Where the call takes one: your own instead of a random one, for a program that may be started again. */
  idempotencyKey?: string
  /** Ends the call, or a stream. */
  signal?: AbortSignal
}
