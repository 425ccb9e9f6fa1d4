import { Session } from 'node:inspector'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
const g = globalThis as any
g.__n ??= 0
let s: Session
beforeAll(() => { s = new Session(); s.connect(); s.post('Profiler.enable'); s.post('Profiler.setSamplingInterval', { interval: 1000 }); s.post('Profiler.start') })
afterAll(() => { s.post('Profiler.stop', (_e: any, r: any) => writeFileSync(`/tmp/prof/${process.pid}-${g.__n++}.cpuprofile`, JSON.stringify(r.profile))); s.disconnect() })
