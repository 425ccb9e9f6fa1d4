import type { CallInput } from '#contract/core/endpoint.ts'
import { createList } from '#contract/leads/lists.ts'
import { autopilotRuns, createAutopilot, showAutopilot } from '#contract/prospecting/autopilots.ts'
import { autopilotWorkerOf } from '#server/modules/prospecting/autopilots/index.ts'
import { ProviderError } from '#server/providers/lead-sources/index.ts'
import type { TestUser } from './factories.ts'
import { createFakeEnricher } from './fake-enricher.ts'
import { createFakeSource, type FakeSourceOptions, keyList } from './fake-source.ts'
import { createFakeVerifier } from './fake-verifier.ts'
import { PATIENCE_MS } from './patience.ts'
import { type TestApp, testApp } from './test-app.ts'

const HOUR_MS = 3_600_000

interface AutopilotBenchOptions extends NonNullable<Parameters<typeof testApp>[0]> {
  /** Values of a lead beside its name. */
  values?: FakeSourceOptions['values']
}

/** The program with a source whose results grow, and a clock for schedules. */
export async function autopilotBench({ values, ...options }: AutopilotBenchOptions = {}) {
  const state = {
    now: new Date('2027-02-01T08:00Z'),
    found: new Map<string, number>(),
    isBroken: false,
    /** What each search waits for before its first result. */
    before: async (): Promise<void> => {},
  }
  const places = createFakeSource({
    ...(values && { values }),
    find: (search) => {
      const keywords = String(search.keywords)
      const size = state.found.get(keywords)
      if (size === undefined) return keyList(search)
      return Array.from({ length: size }, (_, n) => `${keywords}:${n}`)
    },
    before: async () => {
      await state.before()
      if (state.isBroken) throw new ProviderError({ id: 'corpus', label: 'Places' }, 'quota_exhausted')
    },
  })
  const emails = createFakeEnricher({ id: 'emails', enriches: ['email'] }, ({ id }) => ({
    values: { email: `lead${id}@place.example` },
  }))
  const t: TestApp = await testApp({
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
    ...options,
    sources: [places, emails.source],
    scheduleClock: async () => state.now,
  })
  let lists = 0

  /** A list whose search has growing results under its own keywords. */
  async function growing(user: TestUser, size = 0) {
    lists += 1
    const keywords = `grow${lists}`
    state.found.set(keywords, size)
    const body = { name: `List ${lists}`, type: 'local' as const, search: { keywords } }
    const answer = await t.call(createList, { body }, user)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.error))
    await t.finished(answer.body.data.run.id, user)
    const grow = (by: number) => state.found.set(keywords, (state.found.get(keywords) ?? 0) + by)
    return { id: answer.body.data.id, grow }
  }

  const history = async (user: TestUser, id: number) =>
    (await t.call(autopilotRuns, { params: { id }, query: { limit: 200 } }, user)).body.data

  return {
    t,
    state,
    growing,
    history,
    later(hours: number): void {
      state.now = new Date(state.now.getTime() + hours * HOUR_MS)
    },
    async made(user: TestUser, body: CallInput<typeof createAutopilot>['body']) {
      const answer = await t.call(createAutopilot, { body }, user)
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.error))
      return answer.body.data
    },
    shown: async (user: TestUser, id: number) =>
      (await t.call(showAutopilot, { params: { id } }, user)).body.data,
    /** Runs the worker's loop until the autopilot is idle. */
    async settled(user: TestUser, id: number) {
      const startedAt = performance.now()
      while (performance.now() - startedAt < PATIENCE_MS) {
        await autopilotWorkerOf(t.app.ctx).tick()
        const runs = await history(user, id)
        if (runs.length > 0 && runs.every((run) => run.state !== 'working')) return runs
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`autopilot ${id} did not settle`)
    },
  }
}

export type AutopilotBench = Awaited<ReturnType<typeof autopilotBench>>
