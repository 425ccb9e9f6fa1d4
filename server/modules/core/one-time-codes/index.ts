import { defineModule } from '#server/platform/module.ts'
import { removeOldOneTimeCodes } from './one-time-codes-store.ts'

export {
  checkCode,
  countCodeTry,
  dropCodes,
  findCodeByLink,
  findPendingCode,
  type Issued,
  invalidCode,
  listCodesOfEmail,
  listCodesOfHolder,
  listCodesOfUser,
  listHeldCodes,
  redeemCode,
  renewCode,
  startCode,
} from './one-time-codes.ts'
export type { OneTimeCodeRow } from './one-time-codes-store.ts'

export const oneTimeCodesModule = defineModule({
  housekeeping: (ctx) => ({ 'one-time codes': () => removeOldOneTimeCodes(ctx.db) }),
})
