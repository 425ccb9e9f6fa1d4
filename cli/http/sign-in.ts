import { login, loginSecondFactor } from '#contract/identity/auth.ts'
import type { SignedIn } from '#contract/identity/user.ts'
import { CliError } from '../cli-error.ts'
import type { ApiClient } from './api-client.ts'
import { ReplyError } from './request-error.ts'

/** Input of a sign-in beside email and password. */
export interface SignInHelp {
  /** Name or id of the brand, for a person with several. */
  brand: string | undefined
  /** Returns a code of the authenticator app; called only when the server requires one. */
  code: () => Promise<string>
}

interface Brand {
  realm_id: number
  name: string
}

/** The details of an ApiError with this code; rethrows any other failure. */
function findDetails(error: unknown, code: string): Record<string, unknown> | null {
  if (!(error instanceof ReplyError)) throw error
  return error.extra.code === code ? (error.extra.details ?? {}) : null
}

function chooseBrand(brands: readonly Brand[], requested: string | undefined): Brand {
  const brand = brands.find(
    ({ realm_id, name }) => String(realm_id) === requested || name.toLowerCase() === requested?.toLowerCase(),
  )
  if (brand) return brand
  const message =
    requested === undefined
      ? 'This sign-in belongs to several brands'
      : `This sign-in has no brand "${requested}"`
  const hint = brands.map(({ realm_id, name }) => `--brand ${realm_id}  (${name})`).join('\n')
  throw new CliError('failed', message, { code: 'brand_choice', details: { brands }, hint })
}

/** Signs in with a password and, if required, a brand and a code. */
export async function signIn(
  client: ApiClient,
  credentials: { email: string; password: string },
  help: SignInHelp,
): Promise<SignedIn['data']> {
  const attempt = async (realm_id?: number): Promise<SignedIn> => {
    try {
      return await client.call(login, { body: { ...credentials, ...(realm_id ? { realm_id } : {}) } })
    } catch (error) {
      const choice = realm_id ? null : findDetails(error, 'brand_choice')
      if (choice) return attempt(chooseBrand((choice.brands ?? []) as Brand[], help.brand).realm_id)
      const factor = findDetails(error, 'second_factor_required')
      if (!factor) throw error
      const body = { challenge: String(factor.challenge), code: await help.code() }
      return client.call(loginSecondFactor, { body })
    }
  }
  return (await attempt()).data
}
