import { expect, it } from 'vitest'
import { testApp } from './test-app.ts'

it('listens once, however often a test asks for the address', async () => {
  const t = await testApp({ roles: ['web'] })
  try {
    const [first, second] = await Promise.all([t.listen(), t.listen()])
    expect([second, await t.listen(1)]).toEqual([first, first])
    expect((await fetch(`${first}/healthz`)).status).toBe(200)
  } finally {
    await t.close()
  }
})
