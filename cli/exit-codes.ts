/** An exit code that scripts can rely on. */
export interface ExitCode {
  code: number
  meaning: string
}

/** Exit codes by name. `leadwright help exit-codes` prints this table; docs/cli.md repeats it. */
export const EXIT = {
  done: { code: 0, meaning: 'Done' },
  failed: {
    code: 1,
    meaning: 'The server reported an error, a check found something broken, or something unexpected happened',
  },
  usage: { code: 2, meaning: 'Wrong usage or invalid input (also HTTP 400, 413, 415 and 422)' },
  denied: { code: 3, meaning: 'Not signed in, or not allowed (HTTP 401 and 403)' },
  notFound: { code: 4, meaning: 'No such record (HTTP 404)' },
  credits: { code: 5, meaning: 'Not enough credits (HTTP 402)' },
  runFailed: { code: 6, meaning: 'The run failed' },
  runCancelled: { code: 7, meaning: 'The run was cancelled' },
  unreachable: { code: 8, meaning: 'The server cannot be reached or is not ready (HTTP 502, 503 and 504)' },
  interrupted: { code: 130, meaning: 'Interrupted before the work was done' },
} as const satisfies Record<string, ExitCode>
export type ExitName = keyof typeof EXIT

const BY_STATUS: Record<number, ExitName> = {
  400: 'usage',
  401: 'denied',
  402: 'credits',
  403: 'denied',
  404: 'notFound',
  413: 'usage',
  415: 'usage',
  422: 'usage',
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
}

/** The exit code for an HTTP status: `done` below 300, `failed` when the table does not list it. */
export const exitForStatus = (status: number): ExitName =>
  status >= 200 && status < 300 ? 'done' : (BY_STATUS[status] ?? 'failed')
