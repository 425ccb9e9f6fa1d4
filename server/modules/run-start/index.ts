export { settlePaid } from './settle-paid.ts'
export {
  createStartRun,
  type PricedFigures,
  type RunPlace,
  type RunPromise,
  type RunTerms,
  type StartRun,
} from './start-run.ts'
