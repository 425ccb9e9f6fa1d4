export {
  createVerificationsService,
  type Issued,
  invalidCode,
  type VerificationsService,
} from './verifications-service.ts'
export { type Purpose, removeOldVerifications, type VerificationRow } from './verifications-store.ts'
