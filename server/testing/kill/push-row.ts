import { createPushCrm, type Push, startPush } from '../crm-push-story.ts'
import type { FakeCrm } from '../fake-crms/fake-crm.ts'
import { runThat } from '../http-call.ts'
import type { KillRow } from './world.ts'

const PEOPLE = 150
/** So many are in the CRM when it stops to answer. */
const QUICK = 80
/** Of these, those that are certainly written down. */
const STORED = 30

/** A push of leads to a CRM. */
export function createPushRow(): KillRow {
  let ghl: FakeCrm
  let push: Push
  let letGo = () => {}
  return {
    title: 'a push to a CRM sends every lead once, and the ledger says what the CRM has',
    async prepare() {
      ghl = await createPushCrm()
      return { GHL_BASE_URL: ghl.url }
    },
    async start(world) {
      letGo = ghl.hold(() => ghl.contacts.size >= QUICK)
      // What this push has made itself is no contact that was there before.
      push = await startPush(world, ghl, PEOPLE, { only_new: true })
      await runThat(world.call, push.runId, world.admin, (run) => run.done >= STORED)
      return [push.runId]
    },
    release: () => letGo(),
    check: () => push.end(),
    close: async () => {
      letGo()
      await ghl?.close()
    },
  }
}
