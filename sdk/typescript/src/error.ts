interface ErrorFacts {
  code: string
  message: string
  status?: number
  fields?: Record<string, string>
  details?: Record<string, unknown>
  request_id?: string
}

/** Every failure of a call. `message` says what to do. */
export class LeadwrightError extends Error {
  override name = 'LeadwrightError'
  /** A code of the API, such as `insufficient_credits`, or `unreachable`, `bad_reply`, `bad_signature`, `run_failed`. */
  readonly code: string
  /** HTTP status; 0 if there was no reply. */
  readonly status: number
  /** Messages by field, if fields were wrong. */
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>
  /** For questions to the operator of the server. */
  readonly requestId: string | null

  constructor(
    { code, message, status = 0, fields, details, request_id }: ErrorFacts,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.status = status
    this.fields = fields ?? {}
    this.details = details ?? {}
    this.requestId = request_id ?? null
  }
}

/** The error of a reply that is no success. */
export async function readError(response: Response): Promise<LeadwrightError> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body === 'object' && body !== null && 'code' in body && 'message' in body)
    return new LeadwrightError({ ...(body as ErrorFacts), status: response.status })
  const message = `The server answered with status ${response.status} and no message. Is the address right?`
  return new LeadwrightError({ code: `http_${response.status}`, message, status: response.status })
}
