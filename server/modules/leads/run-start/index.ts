import { defineModule } from '#server/platform/module.ts'

export { type PriceRequest, readPaidSelection } from './price-request.ts'
export { memberActor } from './signals.ts'
export { type RunTerms, startRun } from './start-run.ts'

export const runStartModule = defineModule({})
