import { hashSync } from '@node-rs/argon2'
import type { ModuleSlug, Role } from '#contract/core/constants.ts'
import { login } from '#contract/identity/auth.ts'
import type { RunningApp } from '#server/app/start.ts'
import { upsertSource } from '#server/modules/sources/corpus/corpus-store.ts'
import type { PlaceInput } from '#server/modules/sources/corpus/place-record.ts'
import { storePlaces } from '#server/modules/sources/corpus/store-places.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Call } from './call.ts'

/** A signed-in user of a test. */
export interface TestUser {
  id: number
  accountId: number
  email: string
  password: string
  token: string
}

export interface Factories {
  /** The platform's admin, made once per test app. */
  admin(): Promise<TestUser>
  /** A new account with its owner. `parent` is a user of the parent account; without one the platform. */
  account(options?: {
    modules?: ModuleSlug[]
    credits?: number
    parent?: TestUser
    /** Credits per 1,000 tokens of the model above it, which its plan then supports. */
    aiRate?: number
    /** What else its plan says. */
    plan?: Partial<Parameters<RunningApp['modules']['accounts']['createPlan']>[0]>
  }): Promise<TestUser>
  /** Another user in the account of `of`. */
  member(
    of: TestUser,
    options?: { role?: Role; grantedModules?: ModuleSlug[] | null; accessToWallet?: boolean },
  ): Promise<TestUser>
  /** Places in the open corpus, straight into its table. */
  places(source: string, places: Partial<PlaceInput>[]): Promise<void>
}

const PASSWORD = 'correct horse battery'
/** Of that password, with the least memory and one pass: at full cost, users would be a tenth of all tests. */
const PASSWORD_HASH = hashSync(PASSWORD, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })
let counter = 0
const next = () => {
  counter += 1
  return counter
}

/** An open corpus place with everything left out that is not given. */
const place = (given: Partial<PlaceInput>): PlaceInput => {
  const number = next()
  return {
    sourceKey: `place-${number}`,
    name: `Place ${number}`,
    nameKey: `place ${number}`,
    streetKey: null,
    socials: null,
    category: 'craft/brewery',
    categoryRaw: null,
    street: null,
    city: null,
    region: null,
    regionRaw: null,
    postalCode: null,
    country: 'US',
    countryRaw: null,
    phone: null,
    morePhones: [],
    phoneRaw: null,
    website: null,
    websiteRaw: null,
    domain: null,
    email: null,
    emailRaw: null,
    lat: 45.5,
    lon: -122.6,
    status: 'open',
    ...given,
  }
}

/** Builders of actors and data: each test makes its own and looks only at that. */
export function createFactories(app: RunningApp, call: Call): Factories {
  const { accounts } = app.modules
  let platformAdmin: Promise<TestUser> | undefined

  async function signIn(id: number, accountId: number, email: string): Promise<TestUser> {
    const answer = await call(login, { body: { email, password: PASSWORD } })
    if (answer.status !== 200) throw new Error(`test sign-in failed: ${JSON.stringify(answer.error)}`)
    return { id, accountId, email, password: PASSWORD, token: answer.body.data.authorisation.token }
  }

  async function makeAdmin(): Promise<TestUser> {
    const email = 'admin@test.example'
    await accounts.createFirstAdmin({ email, password: PASSWORD })
    const [user] = await accounts.findUsersByEmail(email, null)
    if (!user) throw new Error('the admin was not made')
    return signIn(user.id, user.account_id, email)
  }

  const admin = () => (platformAdmin ??= makeAdmin())

  async function member(
    accountId: number,
    options: { role?: Role; grantedModules?: ModuleSlug[] | null; accessToWallet?: boolean } = {},
  ) {
    const email = `user${next()}@test.example`
    const user = await accounts.createUser(accountId, {
      email,
      passwordHash: PASSWORD_HASH,
      firstName: 'Test',
      ...options,
    })
    return signIn(user.id, accountId, email)
  }

  return {
    admin,
    async account(options = {}) {
      const parent = options.parent ?? (await admin())
      const plan = await accounts.createPlan({
        name: `Plan ${next()}`,
        modules: options.modules ?? ['leads'],
        freeCredits: options.credits ?? 1000,
        ...(options.aiRate !== undefined && {
          supportOpenAiApiKey: true,
          aiCreditsPer1000Tokens: options.aiRate,
        }),
        ...options.plan,
      })
      const account = await accounts.createAccount({
        parentId: parent.accountId,
        name: `Account ${next()}`,
        planVersionId: plan.id,
      })
      return member(account.id)
    },
    member: (of, options) => member(of.accountId, { role: 'related', ...options }),
    places: (source, places) =>
      transaction(app.database.db, async () => {
        const sourceId = await upsertSource(app.database.db, source, 'test licence')
        await storePlaces(app.database.db, {
          sourceId,
          sourceName: source,
          licence: 'test licence',
          runId: 0,
          places: places.map(place),
        })
      }),
  }
}
