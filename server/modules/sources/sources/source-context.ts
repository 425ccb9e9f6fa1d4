import type { ChargeKind } from '#contract/core/constants.ts'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import { needsKey } from '#contract/sources/source-kinds/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { pausePace } from '#server/platform/pace.ts'
import {
  type LeadSource,
  ProviderError,
  type SourceContext,
  type SourceCredential,
  type SourceRecorder,
} from '#server/providers/lead-sources/index.ts'
import { openSourceKey } from './credentials.ts'
import { silentRecorder } from './empty-evidence.ts'
import { countRequest } from './health-store.ts'
import { limitError, offError, parkedError } from './parked-source.ts'
import { findKeyLevel, findLimit, priceWith } from './price-and-level.ts'
import { readSourceStatuses, type SourceStatus } from './source-status-reads.ts'

/** The rate limit of an endpoint for a credential, and its name. */
const paceKeys = (source: SourceDeclaration, credential: SourceCredential | null) => {
  const shared = `source:${source.id}:${credential?.id ?? 'shared'}`
  return (endpoint = '') => {
    const own = source.perMinuteAt[endpoint]
    return own === undefined
      ? { key: shared, perMinute: source.perMinute }
      : { key: `${shared}:${endpoint}`, perMinute: own }
  }
}

/** Counts a request against the key's daily limits. @throws when they are used up. */
async function takeUnit(
  db: Db,
  source: SourceDeclaration,
  { credentialId, limit, at, units }: { credentialId: number; limit: number | null; at: Date; units: number },
): Promise<void> {
  if (source.perMinute === null && limit === null) return
  const { unitsPerDay } = source
  const max = limit === null || unitsPerDay === null ? (limit ?? unitsPerDay) : Math.min(limit, unitsPerDay)
  if (!(await countRequest(db, { sourceId: source.id, credentialId }, { limit: max, now: at, units })))
    throw limitError(source, max ?? 0, at)
}

const findStatus = async (
  ctx: Context,
  accountId: number,
  { id }: SourceDeclaration,
): Promise<SourceStatus | undefined> =>
  (await readSourceStatuses(ctx.db, accountId, [id], ctx.clock.now()))[0]

/** The effective key; null for a source without keys, or without one. */
function openCredential(
  ctx: Context,
  accountId: number,
  declaration: SourceDeclaration,
  status: SourceStatus | undefined,
): SourceCredential | null {
  const { credential_id: id = null, owner_id: ownerId = null, sealed = null } = status ?? {}
  if (!status || declaration.credential.length === 0) return null
  if (id === null || ownerId === null || sealed === null) return null
  return {
    id,
    level: findKeyLevel(status, accountId) as SourceCredential['level'],
    open: () => openSourceKey(ctx, ownerId, declaration.id, sealed),
  }
}

/**
 * Credits that one unit of a source costs an account: 0 for a free source, and 0 with the account's own key
 * unless a plan along the tree says otherwise (`plan_version.own_key_free`); else the highest price of its
 * package and its sellers' (`plan_version.credit_prices`), where each without one has what administrators have
 * set for the source and kind of charge, else the standard price (`CREDIT_COSTS`). The key of a reseller or of
 * the platform does not count as the account's own.
 */
export async function findUnitPrice(
  ctx: Context,
  accountId: number,
  source: SourceDeclaration,
  chargeKind: ChargeKind,
): Promise<number> {
  if (source.price === 'free') return 0
  return priceWith(source, { status: await findStatus(ctx, accountId, source), accountId, chargeKind })
}

/**
 * A source's context for this account's request; `known` is its state where the request has read it already.
 * @throws ProviderError `invalid_config` when it needs a key and there is none, or is turned off;
 *   `unavailable`, `unauthorized` or `quota_exhausted` while it is paused. `pace` throws `quota_exhausted`
 *   beyond a daily limit.
 */
export async function createSourceContext(
  ctx: Context,
  accountId: number,
  { declaration }: LeadSource,
  {
    signal,
    recorder = silentRecorder,
    known,
  }: { signal: AbortSignal; recorder?: SourceRecorder; known?: SourceStatus },
): Promise<SourceContext> {
  const status = known ?? (await findStatus(ctx, accountId, declaration))
  const credential = openCredential(ctx, accountId, declaration, status)
  if (status && !status.is_on) throw offError(declaration)
  if (needsKey(declaration) && !credential)
    throw new ProviderError(declaration, 'invalid_config', {
      detail: 'no credential',
      message: `${declaration.label} needs a key. Add one under Integration`,
    })
  if (status?.is_parked) throw parkedError(declaration, status, ctx.clock.now())
  const paceOf = paceKeys(declaration, credential)
  const limit = status ? findLimit(status) : null
  return {
    accountId,
    credential,
    signal,
    recorder,
    pace: async (endpoint) => {
      const units = declaration.unitsAt[endpoint ?? ''] ?? 1
      await takeUnit(ctx.db, declaration, {
        credentialId: credential?.id ?? 0,
        limit,
        at: ctx.clock.now(),
        units,
      })
      const { key, perMinute } = paceOf(endpoint)
      if (perMinute !== null) await ctx.pace(key, perMinute, signal)
    },
    pauseFor: (seconds, endpoint) => pausePace(ctx.db, paceOf(endpoint).key, seconds),
  }
}
