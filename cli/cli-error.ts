import { EXIT, type ExitName } from './exit-codes.ts'

/** Details of a failed command beside its message; the keys are those of the server's error body. */
export interface CliErrorExtra {
  code?: string
  fields?: Record<string, string>
  details?: Record<string, unknown>
  request_id?: string
  /** Helpful commands or steps, one per line. */
  hint?: string
}

/** Why a command failed: a message for people, a code for scripts, an exit code. */
export class CliError extends Error {
  readonly exit: ExitName
  readonly extra: CliErrorExtra

  constructor(exit: ExitName, message: string, extra: CliErrorExtra = {}) {
    super(message)
    this.name = 'CliError'
    this.exit = exit
    this.extra = extra
  }

  get exitCode(): number {
    return EXIT[this.exit].code
  }
}

/** Wrong arguments: exit 2, code `usage`. */
export const usageError = (message: string, hint?: string): CliError =>
  new CliError('usage', message, { code: 'usage', ...(hint ? { hint } : {}) })

/**
 * Turns anything thrown into a CliError. A system error about a user's file is a usage error, everything else is
 * unexpected.
 */
export function asCliError(error: unknown): CliError {
  if (error instanceof CliError) return error
  const { code, path, message } = error as NodeJS.ErrnoException
  if (path !== undefined && code !== undefined) return new CliError('usage', message, { code: 'file_error' })
  return new CliError('failed', message ?? String(error), { code: 'unexpected' })
}

/** The document printed on standard error with `--json`. */
export function errorDocument(error: CliError): { error: Record<string, unknown> } {
  const { code = 'unexpected', hint: _hint, ...rest } = error.extra
  return { error: { code, message: error.message, ...rest } }
}
