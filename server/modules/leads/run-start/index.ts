export { type PriceRequest, paidSelectionOf } from './price-request.ts'
export { settlePaid } from './settle-paid.ts'
export {
  createStartRun,
  type RunTerms,
  type StartRun,
} from './start-run.ts'
