import { createPushCrm, type Push, startPush } from '../crm-push-story.ts'
import type { FakeCrm } from '../fake-crms/fake-crm.ts'
import { runThat } from '../http-call.ts'
import type { KillRow } from './world.ts'

const PEOPLE = 150
/** Contacts in the CRM when it stops replying. */
const ANSWERED_AT_ONCE = 80
/** Of these, those certainly stored. */
const STORED = 30

export function createPushRow(): KillRow {
  let ghl: FakeCrm
  let push: Push
  let letGo = () => {}
  return {
    title: 'a push to a CRM: sends every lead once, and the ledger agrees with the CRM',
    async prepare() {
      ghl = await createPushCrm()
      return { GHL_BASE_URL: ghl.url }
    },
    async start(world) {
      letGo = ghl.hold(() => ghl.contacts.size >= ANSWERED_AT_ONCE)
      // Contacts created by this push must not count as existing ones.
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
