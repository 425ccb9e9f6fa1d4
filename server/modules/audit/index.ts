export { checkChain } from './check-chain.ts'
export { type AuditNote, recordAudit } from './record-audit.ts'
