import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { sleep } from '#server/platform/clock.ts'
import {
  type EnrichAnswer,
  type EnrichUnit,
  type LeadSource,
  ProviderError,
  type WorkContext,
} from '#server/providers/lead-sources/index.ts'

/** Attempts per request. */
const TRIES = 4
const FIRST_PAUSE_SECONDS = 1
/** A vendor that requests a longer pause is skipped instead. */
const LONGEST_PAUSE_SECONDS = 60

/** A request's result; `isOut`: the source is no longer usable in this run. */
export type StepOutcome =
  | { answers: EnrichAnswer[]; tookMs: number }
  | { failure: ProviderError; isOut: boolean; tookMs: number }

const countPause = ({ retryAfterSeconds }: ProviderError, tries: number): number =>
  retryAfterSeconds ?? FIRST_PAUSE_SECONDS * 2 ** (tries - 1)

/** Whether other leads may still be requested after this failure. */
const endsSource = ({ code }: ProviderError): boolean =>
  code === 'unauthorized' || code === 'quota_exhausted' || code === 'invalid_config'

async function requestOnce(
  source: LeadSource,
  request: { type: ListTypeId; want: Want; unit: EnrichUnit },
  context: WorkContext,
): Promise<EnrichAnswer[]> {
  if (!source.enrich) throw new ProviderError(source.declaration, 'invalid_config', { detail: 'no enrich' })
  const answers: EnrichAnswer[] = []
  const outcome = source.enrich({ type: request.type, wants: [request.want], units: [request.unit] }, context)
  for await (const group of outcome) for (const done of group) answers.push(...done.answers)
  context.signal.throwIfAborted()
  return answers
}

/** Requests one unit from a source, retrying after a requested pause. @throws only errors that are not the source's. */
export async function requestStep(
  source: LeadSource,
  {
    request,
    context,
    wait = sleep,
  }: {
    request: { type: ListTypeId; want: Want; unit: EnrichUnit }
    context: WorkContext
    wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  },
): Promise<StepOutcome> {
  const startedAt = performance.now()
  const tookMs = () => Math.round(performance.now() - startedAt)
  for (let tries = 1; ; tries += 1) {
    try {
      return { answers: await requestOnce(source, request, context), tookMs: tookMs() }
    } catch (error) {
      context.signal.throwIfAborted()
      if (!(error instanceof ProviderError)) throw error
      if (error.code === 'not_found') return { answers: [], tookMs: tookMs() }
      const pause = countPause(error, tries)
      const isRetried = error.retryable && tries < TRIES && pause <= LONGEST_PAUSE_SECONDS
      if (!isRetried) return { failure: error, isOut: endsSource(error), tookMs: tookMs() }
      await wait(pause * 1000, context.signal)
      context.signal.throwIfAborted()
    }
  }
}
