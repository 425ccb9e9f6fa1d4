import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { createGuardedProvider, type GuardedSignIn, type SocialLog } from '../guarded-provider.ts'
import { emailOrNull, personNames, Subject } from '../profile-fields.ts'
import { SocialLoginError, type SocialProfile, type SocialProvider } from '../social-provider.ts'
import { below, requestVendor } from '../vendor-call.ts'
import { answerError, isAboutOurApp } from './facebook-errors.ts'

export interface FacebookSetup {
  outbound: Outbound
  /** `https://graph.facebook.com` */
  graphUrl: string
  /** `v25.0` */
  version: string
  /** Limit of a whole sign-in in milliseconds. Default 10 s. */
  timeoutMs?: number
  log?: SocialLog
  clock?: Clock
}

/** Ids used to be numbers. The schema rejects one too large to be exact. */
const Id = z.union([
  Subject,
  z.pipe(
    z.int(),
    z.transform((id) => String(id)),
  ),
])
const loose = z.optional(z.unknown())

const DebugToken = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.optional(Id),
    type: loose,
    /** Seconds since 1970; 0 means never. */
    expires_at: z.optional(z.number()),
    user_id: z.optional(Id),
    error: loose,
  }),
})
type TokenFacts = z.infer<typeof DebugToken>['data']

const Me = z.object({ id: Id, name: loose, first_name: loose, last_name: loose, email: loose })

/** Sign-in with Facebook by the access token from its browser library. */
export function createFacebookProvider(setup: FacebookSetup): SocialProvider {
  return createGuardedProvider({
    id: 'facebook',
    tokenTypes: ['access_token'],
    timeoutMs: setup.timeoutMs,
    log: setup.log,
    prove: async (signIn) => {
      const { clientId, clientSecret } = signIn.credentials
      if (!clientSecret) throw new SocialLoginError('facebook', 'misconfigured', 'no app secret')
      const userId = await findOwner(setup, signIn, `${clientId}|${clientSecret}`)
      return findProfile(setup, signIn, clientSecret, userId)
    },
  })
}

/** The token's owner, once Facebook has confirmed that it was issued for our app and is valid. */
async function findOwner(setup: FacebookSetup, signIn: GuardedSignIn, appToken: string): Promise<string> {
  const body = await request(setup, signIn, 'debug_token', {
    input_token: signIn.token,
    access_token: appToken,
  })
  const read = DebugToken.safeParse(body)
  if (!read.success) throw new SocialLoginError('facebook', 'unavailable', 'debug_token answer is incomplete')
  const facts = read.data.data
  if (facts.error) throw answerError({ error: facts.error }, 'debug_token')
  const now = (setup.clock ?? systemClock).now().getTime() / 1000
  const flaw = findFlaw(facts, signIn.credentials.clientId, now)
  if (flaw || !facts.user_id)
    throw new SocialLoginError('facebook', 'rejected', flaw ?? 'token without an owner')
  return facts.user_id
}

function findFlaw(facts: TokenFacts, appId: string, now: number): string | undefined {
  if (!facts.is_valid) return 'token is not valid'
  if (facts.app_id !== appId) return 'token was issued for another app'
  if (facts.type !== 'USER') return 'token does not belong to a person'
  if (facts.expires_at === undefined) return 'token has no expiry'
  if (facts.expires_at !== 0 && facts.expires_at <= now) return 'token has expired'
  return undefined
}

async function findProfile(
  setup: FacebookSetup,
  signIn: GuardedSignIn,
  appSecret: string,
  userId: string,
): Promise<SocialProfile> {
  const body = await request(setup, signIn, 'me', {
    fields: 'id,name,first_name,last_name,email',
    access_token: signIn.token,
    appsecret_proof: createHmac('sha256', appSecret).update(signIn.token).digest('hex'),
  })
  const read = Me.safeParse(body)
  if (!read.success) throw new SocialLoginError('facebook', 'unavailable', 'me answer is incomplete')
  const me = read.data
  if (me.id !== userId) throw new SocialLoginError('facebook', 'rejected', 'token and profile differ')
  const [firstName, lastName] = personNames(me.first_name, me.last_name, me.name)
  // Facebook does not say whether an address was confirmed, and does not run the mailbox.
  return {
    provider: 'facebook',
    subject: me.id,
    email: emailOrNull(me.email),
    emailTrust: 'claimed',
    firstName,
    lastName,
  }
}

type Call = 'debug_token' | 'me'

async function request(
  { outbound, graphUrl, version }: FacebookSetup,
  { signal }: GuardedSignIn,
  call: Call,
  query: Record<string, string>,
): Promise<unknown> {
  // Facebook requires tokens and the app secret in the query: never log or throw this URL.
  const url = `${below(graphUrl, `${version}/${call}`)}?${new URLSearchParams(query)}`
  const answer = await requestVendor('facebook', outbound, { url, options: { signal } })
  if (answer.ok) return answer.body
  if (answer.status >= 500 || answer.status === 429)
    throw new SocialLoginError('facebook', 'unavailable', `${call}: status ${answer.status}`)
  if (call === 'debug_token' && isAboutOurApp(answer.body))
    throw new SocialLoginError('facebook', 'misconfigured', 'app id or app secret is not accepted')
  throw answerError(answer.body, call)
}
