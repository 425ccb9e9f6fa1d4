import { systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { silentLog } from '#server/platform/log.ts'
import { createPace } from '#server/platform/pace.ts'
import { TEST_SECRET_KEY } from './secret-key.ts'

/** A context of only what a test gives; anything else fails when it is used. No module hears or answers by default. */
export const testContext = (given: Partial<Context> & Pick<Context, 'db'>): Context =>
  new Proxy(
    {
      log: silentLog(),
      clock: systemClock,
      secretKey: TEST_SECRET_KEY,
      secretBox: createSecretBox(TEST_SECRET_KEY),
      pace: createPace(given.db),
      modules: [],
      ...given,
    } as Partial<Context> as Context,
    {
      get(target, name, receiver) {
        if (typeof name === 'string' && !(name in target) && !OPTIONAL.has(name))
          throw new Error(`This test's context has no ${name}`)
        return Reflect.get(target, name, receiver)
      },
    },
  )

/** Parts that a program may lack, too. */
const OPTIONAL: ReadonlySet<string> = new Set(['scheduleClock', 'sources', 'onRunEnded', 'toJSON', 'then'])
