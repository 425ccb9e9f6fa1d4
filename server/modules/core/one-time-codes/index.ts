export {
  createOneTimeCodesService,
  type Issued,
  invalidCode,
  type OneTimeCodesService,
} from './one-time-codes-service.ts'
export { type OneTimeCodeRow, removeOldOneTimeCodes } from './one-time-codes-store.ts'
