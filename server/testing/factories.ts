import { hashSync } from '@node-rs/argon2'
import type { ModuleSlug, Role } from '#contract/core/constants.ts'
import type { RunningApp } from '#server/app/start.ts'
import {
  createAccount,
  createFirstAdmin,
  createPlanOfAccount,
  createUser,
  findUsersByEmail,
} from '#server/modules/accounts/accounts/index.ts'
import { appendEntry } from '#server/modules/core/audit/append-entry.ts'
import { startSession } from '#server/modules/identity/sessions/index.ts'
import { upsertSource } from '#server/modules/sources/corpus/corpus-store.ts'
import type { PlaceInput } from '#server/modules/sources/corpus/place-record.ts'
import { storePlaces } from '#server/modules/sources/corpus/store-places.ts'
import { transaction } from '#server/platform/db/db.ts'
import { readPhones } from '#server/platform/text/read-phone.ts'

export interface TestUser {
  id: number
  accountId: number
  email: string
  password: string
  token: string
}

export interface Factories {
  /** The platform's administrator, created once per test app. */
  admin(): Promise<TestUser>
  /** A new account with its owner. `parent` is a user of the parent account; default: the platform. */
  account(options?: {
    modules?: ModuleSlug[]
    credits?: number
    parent?: TestUser
    /** Credits per 1,000 tokens of the parent's model, which the plan then includes. */
    aiRate?: number
    /** Overrides of its plan. */
    plan?: Partial<Parameters<typeof createPlanOfAccount>[1]>
  }): Promise<TestUser>
  /** Another user in the account of `of`. */
  member(
    of: TestUser,
    options?: {
      role?: Role
      grantedModules?: ModuleSlug[] | null
      accessToWallet?: boolean
      ownListsOnly?: boolean
    },
  ): Promise<TestUser>
  /** Inserts places into the corpus. */
  places(source: string, places: Partial<PlaceInput>[]): Promise<void>
}

const PASSWORD = 'correct horse battery'
/** Hash of that password at minimal cost: at full cost, users would take a tenth of all test time. */
const PASSWORD_HASH = hashSync(PASSWORD, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })
/** Of calls within the process, so that a later sign-in is from a known device. */
const USER_AGENT = 'lightMyRequest'
let counter = 0
const next = () => {
  counter += 1
  return counter
}

/** A place with defaults for everything not given. */
const place = (overrides: Partial<PlaceInput>): PlaceInput => {
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
    isFreephone: readPhones(overrides.phone ?? '', null)[0]?.freephone ?? false,
    website: null,
    websiteRaw: null,
    domain: null,
    email: null,
    emailRaw: null,
    lat: 45.5,
    lon: -122.6,
    status: 'open',
    ...overrides,
  }
}

/** Factories for actors and data: each test creates its own records and only checks those. */
export function createFactories(app: RunningApp): Factories {
  let platformAdmin: Promise<TestUser> | undefined

  /** Leaves what the call leaves, a session and its entry in the audit log, with a sixth of its queries. */
  async function signIn(id: number, accountId: number, email: string): Promise<TestUser> {
    const { token } = await transaction(app.database.db, async () => {
      await appendEntry(app.database.db, {
        account_id: accountId,
        action: 'session.started',
        subject: null,
        credential: 'none',
        user_id: id,
        actor_user_id: id,
        detail: {},
      })
      return startSession(app.ctx, { userId: id, siteId: null, ip: '127.0.0.1', userAgent: USER_AGENT })
    })
    return { id, accountId, email, password: PASSWORD, token }
  }

  async function makeAdmin(): Promise<TestUser> {
    const email = 'admin@test.example'
    await createFirstAdmin(app.ctx, { email, passwordHash: PASSWORD_HASH })
    const [user] = await findUsersByEmail(app.ctx, email, null)
    if (!user) throw new Error('the administrator was not created')
    return signIn(user.id, user.account_id, email)
  }

  const admin = () => (platformAdmin ??= makeAdmin())

  async function member(
    accountId: number,
    options: {
      role?: Role
      grantedModules?: ModuleSlug[] | null
      accessToWallet?: boolean
      ownListsOnly?: boolean
    } = {},
  ) {
    const email = `user${next()}@test.example`
    const user = await createUser(app.ctx, accountId, {
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
      const plan = await createPlanOfAccount(app.ctx, {
        name: `Plan ${next()}`,
        modules: options.modules ?? ['leads'],
        freeCredits: options.credits ?? 1000,
        ...(options.aiRate !== undefined && {
          supportOpenAiApiKey: true,
          aiCreditsPer1000Tokens: options.aiRate,
        }),
        ...options.plan,
      })
      const account = await createAccount(app.ctx, {
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
