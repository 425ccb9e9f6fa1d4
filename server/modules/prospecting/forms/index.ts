import { CONFIRM_DAYS } from '#contract/prospecting/forms.ts'
import { defineModule } from '#server/platform/module.ts'
import { addFormPages } from './form-pages.ts'
import { formsKitPart } from './forms-kit.ts'
import { formRoutes } from './forms-routes.ts'
import { removeOldForms } from './forms-store.ts'
import { removeExpiredProofs } from './proofs-store.ts'
import { removeUnconfirmed } from './submissions-store.ts'

export { type ChallengeSubject, checkProof, makeChallenge, spendProof } from './proof-of-work.ts'
export { receiveLeads } from './receive-lead.ts'
export { submissionReceived } from './signals.ts'
export { takeSubmission } from './take-submission.ts'

export const formsModule = defineModule({
  routes: (ctx) => formRoutes(ctx),
  publicPages: addFormPages,
  kitParts: [formsKitPart],
  housekeeping: (ctx) => ({
    forms: () => removeOldForms(ctx.db),
    'unconfirmed submissions': () => removeUnconfirmed(ctx.db, CONFIRM_DAYS),
    'proofs of work': () => removeExpiredProofs(ctx.db),
  }),
})
