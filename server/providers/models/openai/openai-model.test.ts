import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutbound, type Outbound } from '#server/platform/fetch/outbound.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { FAKE_MODEL, type FakeOpenAi, startFakeOpenAi } from '#server/testing/fake-vendors/openai.ts'
import { completeAll, createOpenAiModel, type Model, ModelError } from '../index.ts'

let fake: FakeOpenAi
let outbound: Outbound
let model: Model
beforeAll(async () => {
  fake = await startFakeOpenAi()
  outbound = createOutbound({ userAgent: 'test', privateOrigins: [new URL(fake.url).origin] })
  model = make()
})
afterAll(async () => {
  await outbound?.close()
  await fake?.close()
})

const make = (more: { key?: string; baseUrl?: string; outbound?: Outbound; now?(): number } = {}) =>
  createOpenAiModel({ outbound, baseUrl: fake.url, key: FAKE_KEY, model: FAKE_MODEL, retries: 2, ...more })

const signal = () => new AbortController().signal
const request = {
  messages: [{ role: 'user' as const, content: 'Say something' }],
  task: { promptType: 'summary', sources: [], lead: {} },
  maxTokens: 100,
}
const send = (requested: Model = model) => completeAll(requested, request, signal())
const failure = (requested?: Model) =>
  send(requested).then(
    () => null,
    (error: unknown) => (error instanceof ModelError ? error.code : error),
  )

describe('a model with an OpenAI-compatible API', () => {
  it("streams an answer and reports the vendor's token counts", async () => {
    fake.behave(() => ({ text: '{"sentences": [{"text": "A text that travels in many pieces"}]}' }))
    const answer = await send()
    expect(answer.text).toContain('in many pieces')
    const { prompt, completion } = fake.log.at(-1) ?? {}
    expect(answer).toMatchObject({ reason: 'stop', usage: { prompt, completion } })
  })

  it('lists, tests and embeds', async () => {
    expect(await model.list(signal())).toEqual([FAKE_MODEL])
    await model.test(signal())
    await expect(
      createOpenAiModel({ outbound, baseUrl: fake.url, key: FAKE_KEY, model: 'other' }).test(signal()),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(make({ key: 'wrong' }).test(signal())).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await model.embed(['a', 'bcd'], signal())).vectors).toEqual([
      [1, 1],
      [3, 1],
    ])
  })

  it.each([
    ['rubbish', 'bad_response', 1],
    ['no_usage', 'bad_response', 1],
    ['down', 'unavailable', 3],
    ['rate_limited', 'rate_limited', 3],
    // Retries don't pay a bill.
    ['quota', 'quota_exhausted', 1],
    ['unauthorized', 'unauthorized', 1],
  ] as const)('reports %s as %s', async (fault, code, tries) => {
    fake.behave(() => ({ fault }))
    const before = fake.requests.length
    expect(await failure()).toBe(code)
    expect(fake.requests.length - before).toBe(tries)
  })

  it('does not retry when a failure took long', async () => {
    let passed = 0
    const slow = make({
      now: () => {
        passed += 30_000
        return passed
      },
    })
    for (const fault of ['down', 'rate_limited', 'unreachable'] as const) {
      fake.behave(() => ({ fault }))
      const before = fake.requests.length
      expect(await failure(slow)).toBe(fault === 'rate_limited' ? fault : 'unavailable')
      expect(fake.requests.length - before).toBe(1)
    }
  })

  it('treats a stream that stops midway as a failure', async () => {
    fake.behave(() => ({ fault: 'midway' }))
    expect(['unavailable', 'bad_response']).toContain(await failure())
  })

  it("retries after the vendor's pause", async () => {
    let tries = 0
    fake.behave(() => {
      tries += 1
      return tries < 3 ? { fault: 'rate_limited', retryAfter: 0 } : { text: 'Here' }
    })
    expect((await send()).text).toBe('Here')
  })

  it('calls no private address', async () => {
    const strict = createOutbound({ userAgent: 'test' })
    const before = fake.requests.length
    try {
      expect(await failure(make({ outbound: strict }))).toBe('blocked_address')
      for (const baseUrl of ['http://169.254.169.254/v1', 'http://10.0.0.1/v1', 'file:///etc/passwd'])
        expect(await failure(make({ outbound: strict, baseUrl }))).toBe('blocked_address')
    } finally {
      await strict.close()
    }
    expect(fake.requests.length).toBe(before)
  })

  it('stops when its caller aborts', async () => {
    const release = fake.hold()
    const controller = new AbortController()
    const requested = completeAll(model, request, controller.signal)
    controller.abort(new Error('stopped'))
    await expect(requested).rejects.toThrow('stopped')
    release()
  })
})
