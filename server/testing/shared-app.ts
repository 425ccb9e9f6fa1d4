import { type TestApp, testApp } from './test-app.ts'

let program: Promise<TestApp> | undefined

/**
 * The web role of the program, started once for all files of a worker, which share modules anyway. For tests that
 * look only at accounts they have made themselves. Those that need jobs, change or count what belongs to the whole
 * installation, move a clock or end connections start their own with `testApp`. It ends with the worker, so `close`
 * does nothing.
 */
export async function sharedWebApp(): Promise<TestApp> {
  program ??= testApp({ roles: ['web'] })
  return { ...(await program), close: async () => {} }
}
