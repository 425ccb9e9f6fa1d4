import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import type { Context } from '#server/platform/context.ts'
import {
  InvalidSearch,
  type LeadSource,
  ProviderError,
  type SourceContext,
} from '#server/providers/lead-sources/index.ts'
import { SourceParked } from './parked-source.ts'
import { noteUse, type Use } from './source-health.ts'

type Measure = Pick<Use, 'asked' | 'hits' | 'vendorCost'>
const single = (isHit: boolean): Measure => ({ asked: 1, hits: isHit ? 1 : 0, vendorCost: 0 })

/** Requests of a stream per record. */
const WRITE_AFTER = 100

/** How an error is recorded: not found, not sent, or failed. */
function readFailure(error: unknown, { signal }: SourceContext): 'miss' | 'nothing' | 'failed' {
  if (signal.aborted || error instanceof InvalidSearch || error instanceof SourceParked) return 'nothing'
  return error instanceof ProviderError && error.code === 'not_found' ? 'miss' : 'failed'
}

const emptyUse = (source: SourceDeclaration, context: SourceContext): Use => ({
  source,
  context,
  asked: 0,
  hits: 0,
  failed: 0,
  vendorCost: 0,
  ms: 0,
  error: null,
})

/** Requests to one source, recorded as they end. */
function createUses(ctx: Context, declaration: SourceDeclaration) {
  const empty = (context: SourceContext) => emptyUse(declaration, context)
  const time = () => ctx.clock.now().getTime()

  const recordFailure = async (use: Use, error: unknown): Promise<void> => {
    const kind = readFailure(error, use.context)
    if (kind !== 'nothing') use.asked += 1
    if (kind === 'failed') use.failed += 1
    if (kind === 'failed' && error instanceof ProviderError) use.error = error
    if (use.asked > 0) await noteUse(ctx, use)
  }

  async function counted<T>(context: SourceContext, work: () => Promise<T>, measure: (answer: T) => Measure) {
    const use = empty(context)
    const startedAt = time()
    try {
      const answer = await work()
      await noteUse(ctx, { ...use, ...measure(answer), ms: time() - startedAt })
      return answer
    } catch (error) {
      use.ms = time() - startedAt
      await recordFailure(use, error)
      throw error
    }
  }

  async function* stream<T>(context: SourceContext, items: AsyncIterable<T>, measure: (item: T) => Measure) {
    let use = empty(context)
    let startedAt = time()
    const write = async () => {
      const done = use
      use = empty(context)
      if (done.asked > 0) await noteUse(ctx, done)
    }
    try {
      for await (const item of items) {
        const { asked: questions, hits, vendorCost } = measure(item)
        use.asked += questions
        use.hits += hits
        use.vendorCost += vendorCost
        use.ms += time() - startedAt
        if (use.asked >= WRITE_AFTER) await write()
        yield item
        startedAt = time()
      }
    } catch (error) {
      const failing = { ...use, ms: use.ms + time() - startedAt }
      use = empty(context)
      await recordFailure(failing, error)
      throw error
    } finally {
      await write()
    }
  }

  return { counted, stream }
}

/** Wraps a source to record each request: result, duration and cost. */
export function recordUse(ctx: Context, source: LeadSource): LeadSource {
  const { declaration, preview, search, enrich, verify, pending } = source
  const { counted, stream } = createUses(ctx, declaration)
  // Local sources are counted and previewed with every keystroke.
  const isLocal = declaration.perMinute === null
  return {
    ...source,
    quote: (query, context) =>
      isLocal
        ? source.quote(query, context)
        : counted(
            context,
            () => source.quote(query, context),
            ({ matched }) => single(matched > 0),
          ),
    ...(preview && {
      preview: (query, context, limit) =>
        isLocal
          ? preview(query, context, limit)
          : counted(
              context,
              () => preview(query, context, limit),
              (leads) => single(leads.length > 0),
            ),
    }),
    ...(search && {
      search: (query, context) =>
        stream(context, search(query, context), ({ leads }) => single(leads.length > 0)),
    }),
    ...(enrich && {
      enrich: (request, context) =>
        stream(context, enrich(request, context), (units) => ({
          asked: units.length,
          hits: units.filter(({ answers }) => answers.some(({ values }) => Object.keys(values).length > 0))
            .length,
          vendorCost: units
            .flatMap(({ answers }) => answers)
            .reduce((sum, { vendorCost = 0 }) => sum + vendorCost, 0),
        })),
    }),
    ...(verify && {
      verify: (address, context) =>
        counted(
          context,
          () => verify(address, context),
          ({ state }) => single(state !== 'unknown'),
        ),
    }),
    ...(pending && {
      pending: (reference, context) =>
        counted(
          context,
          () => pending(reference, context),
          ({ state }) => single(state === 'arrived'),
        ),
    }),
  }
}
