import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { StripeGateway } from '#server/providers/payments/index.ts'
import type { PaymentEffects } from './apply-payments.ts'
import type { Connections } from './connections-service.ts'

/** An amount of credits at a price, as offered by a seller. */
export interface Pack {
  credits: number
  price: number
  currency: string
}

interface RechargeRule {
  threshold: number
  credits: number
  monthly_ceiling: number
}

export interface RechargeDeps {
  db: Db
  clock: Clock
  stripe: StripeGateway
  effects: PaymentEffects
  connections: Pick<Connections, 'chargeable' | 'feePercent'>
  wallet: Pick<Wallet, 'lock' | 'balance'>
  rules: {
    /** Accounts whose balance is below their rule's threshold. */
    due(): Promise<{ account_id: number; seller_id: number }[]>
    /** The rule while it is on. */
    of(accountId: number): Promise<RechargeRule | null>
    packs(sellerId: number): Promise<Pack[]>
  }
}
